import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { getPage, record, textOf } from '../pages/page.ts'

const store = await startEmulator()
afterAll(() => store.close())

const price = (sku: string, uid: string, more: Record<string, string>): ReturnType<typeof record> =>
  record('PricingAdvanced', { sku, uid, start: '0', end: '9999999', price: '1', ...more })

store.seed([
  record('UserGroups', { code: 'dealer' }),
  record('Product', { sku: 'A', slug: 'same', image: 'gone.png', option_type: 'Matrix', options_advanced: 'true' }),
  record('Product', { sku: 'a', slug: 'other' }),
  record('Cat', { code: 'c', slug: 'same' }),
  record('CatParent', { cat_code: 'c', parent_code: '0' }),
  record('CatParent', { cat_code: 'c', parent_code: 'nowhere' }),
  record('ProdCat', { sku: 'B', cat_code: 'c' }),
  record('Variants', { code: 'A-1', sku: 'A' }),
  record('Options', { code: 'fine', sku: 'a', o_value: 's=Small, m=Medium', price: 's=-2,m=3' }),
  record('Options', { code: 'odd', sku: 'a', o_value: 's=Small,m=Medium,s=Other', price: 'q=+3,m=1, m=2' }),
  ...['-5', '150%', '-1%', '5', '5%', '100%', ''].map((discount, at) =>
    record('Merchandising', { sku: at < 3 ? `a${at}` : `b${at}`, discount }),
  ),
  ...['a0', 'a1', 'a2', 'b3', 'b4', 'b5', 'b6'].map((sku) => record('Product', { sku })),
  record('Order', { order_number: '1' }),
  ...['1', '10', '0', '01'].map((line) => record('Orderlines', { code: `1-${line}`, order_number: '1' })),
  ...['19', '19%', '', '-3%'].map((rate, at) => record('OrderlineTax', { code: String(at), order_number: '1', rate })),
  price('A', '1', { end: '9' }),
  price('A', '2', { start: '8', end: '20' }),
  price('A', '3', { start: '30' }),
  price('A', '4', { group_code: 'dealer', start: '5' }),
  price('A', '5', { currency_code: 'EUR' }),
  price('a', '6', {}),
])

test('lint lists what the platform accepts although it is likely a mistake', async () => {
  const { html } = await getPage(store, '/_emulator/inspector/lint')

  const rows = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)]
    .map(([, row = '']) => textOf(row))
    .filter((row) => row !== 'Resource Record What')
  expect(rows).toEqual([
    'PricingAdvanced A the default group has no price from quantity 21 to 29',
    'PricingAdvanced A group dealer has no price from quantity 1 to 4',
    'PricingAdvanced A the entries 1 and 2 overlap from quantity 8 to 9',
    'PricingAdvanced A the entry 5 forces a price in a currency, but no entry without a currency covers the same quantities and group',
    'CatParent c nowhere parent_code is nowhere, but no Cat has this key',
    'ProdCat B c sku is B, but no Product has this key',
    'Cat c the slug same is also used by A',
    'Product A the slug same is also used by c',
    'Product A image is images/items/gone.png, which does not exist',
    'Product A the sku differs from a only by case or spaces',
    'Product a the sku differs from A only by case or spaces',
    'Variants A-1 A has advanced options, but this variant has no VariantOptions rows: no choice selects it',
    'Options odd o_value has the value s more than once',
    'Options odd price adjusts the value m more than once',
    'Options odd price adjusts the value q, which is not in o_value',
    'Merchandising a0 discount is -5, which is neither a percentage up to 100% nor an amount',
    'Merchandising a1 discount is 150%, which is neither a percentage up to 100% nor an amount',
    'Merchandising a2 discount is -1%, which is neither a percentage up to 100% nor an amount',
    'OrderlineTax 0 rate is 19, which is not a percentage: % is missing',
    'OrderlineTax 3 rate is -3%, which is below 0',
    'Orderlines 1-0 code is 1-0, but lines are numbered 1, 2, 3 and so on',
    'Orderlines 1-01 code is 1-01, but lines are numbered 1, 2, 3 and so on',
  ])
})

test('a picture is found by its name in any Unicode form, as in the Files API', async () => {
  await using other = await startEmulator()
  const name = 'cafe\u0301.png'
  other.seed({
    records: [record('Product', { sku: 'A', image: name })],
    files: [{ path: `images/items/${name}`, bytes: Buffer.from('picture') }],
  })

  const found = await fetch(`${other.url}/_emulator/lint`)
  const served = await fetch(`${other.url}/_shop/files/images/items/${encodeURIComponent(name)}`)

  expect(await found.json()).toEqual([])
  expect([served.status, await served.text()]).toEqual([200, 'picture'])
})
