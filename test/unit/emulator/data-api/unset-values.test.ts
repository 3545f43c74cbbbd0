import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const store = await startEmulator()
const send = storeRequest(store)
beforeEach(() => store.reset())
afterAll(() => store.close())

/** How many records a list request finds. */
const total = async (path: string): Promise<string | undefined> => (await send('GET', path)).counts.split(' ')[1]
const search = (resource: string, expression: string): string => `${resource}/?_search=${encodeURIComponent(expression)}`

/** Three orders whose flag was never set, one without it, one with it; seeded and posted. */
async function fiveOrders(): Promise<void> {
  store.seed([
    { resource: 'Order', fields: { order_number: '1' }, children: {} },
    { resource: 'Order', fields: { order_number: '2', integrated: '' }, children: {} },
  ])
  await send(
    'POST',
    'Order',
    '<ResultSet><Order><order_number>3</order_number></Order><Order><order_number>4</order_number><integrated>0</integrated></Order><Order><order_number>5</order_number><integrated>1</integrated></Order></ResultSet>',
  )
}

test.each([
  ['Order/?integrated=0', '4'],
  ['Order/?integrated=false', '4'],
  ['Order/?integrated=', '4'],
  ['Order/?integrated=1', '1'],
  [search('Order', 'integrated = 0'), '4'],
  [search('Order', "integrated = 'false'"), '4'],
  [search('Order', 'NOT integrated = 1'), '4'],
  [search('Order', 'integrated != 1'), '4'],
  [search('Order', 'integrated < 1'), '4'],
  [search('Order', 'integrated = 1'), '1'],
  [search('Order', 'integrated = archived'), '4'],
  [search('Order', 'ISNULL(integrated)'), '0'],
])('a flag that was never set counts as 0: %s finds %s', async (path, expected) => {
  await fiveOrders()

  expect(await total(path)).toBe(expected)
})

const entry = (more: string): string => `<PricingAdvanced><sku>A</sku><price>1</price>${more}</PricingAdvanced>`

/** Price entries without a group: two seeded, two posted, absent and empty; and one of a group. */
async function fiveEntries(): Promise<void> {
  const fields = { sku: 'A', price: '1' }
  store.seed([
    { resource: 'PricingAdvanced', fields, children: {} },
    { resource: 'PricingAdvanced', fields: { ...fields, group_code: '' }, children: {} },
  ])
  await send(
    'POST',
    'PricingAdvanced',
    `<ResultSet>${entry('')}${entry('<group_code/>')}${entry('<group_code>vip</group_code>')}</ResultSet>`,
  )
}

test.each([
  ['PricingAdvanced/?group_code=', '4'],
  ['PricingAdvanced/?group_code=%25', '5'],
  [search('PricingAdvanced', 'group_code = ""'), '4'],
  [search('PricingAdvanced', 'NOT group_code != ""'), '4'],
  [search('PricingAdvanced', 'ISNULL(group_code)'), '4'],
  [search('PricingAdvanced', 'NOT ISNULL(group_code)'), '1'],
  [search('PricingAdvanced', 'group_code != "vip"'), '4'],
  [search('PricingAdvanced', 'NOT group_code = "vip"'), '4'],
  [search('PricingAdvanced', 'group_code = currency_code'), '4'],
  [search('PricingAdvanced', 'group_code < "a"'), '4'],
])('an absent text and an empty one are the same: %s finds %s', async (path, expected) => {
  await fiveEntries()

  expect(await total(path)).toBe(expected)
})

const product = (sku: string, own: string, promotion: string): string =>
  `<Product><sku>${sku}</sku>${own}<Merchandising><featured>x</featured>${promotion}</Merchandising></Product>`

test.each([
  [search('Product', 'price < 10'), '1'],
  [search('Product', 'NOT price < 10'), '0'],
  [search('Product', 'ISNULL(price)'), '2'],
  [search('Product', 'custom_data1 < 10'), '1'],
  ['Product/?price=', '2'],
  [search('Merchandising', "start_date < '2030-01-01'"), '1'],
  [search('Merchandising', 'ISNULL(start_date)'), '2'],
])('a number or date that was never set, or cleared, is no value: %s finds %s', async (path, expected) => {
  await send(
    'POST',
    'Product+Merchandising',
    `<ResultSet>${product('A', '', '')}${product('B', '<price/><custom_data1/>', '<start_date/>')}${product('C', '<price>5</price><custom_data1>5</custom_data1>', '<start_date>2026-01-01</start_date>')}</ResultSet>`,
  )

  expect(await total(path)).toBe(expected)
})

const attribute = (more: string): string =>
  `<ResultSet><ProductAttributes><sku>A</sku><label>L</label>${more}</ProductAttributes></ResultSet>`

test('an attribute without a value and one with an empty value are one row', async () => {
  await using other = await startEmulator({ switches: { attributes: 'label+value' } })

  await storeRequest(other)('POST', 'ProductAttributes', attribute(''))
  await storeRequest(other)('POST', 'ProductAttributes', attribute('<value/>'))

  expect((await storeRequest(other)('GET', 'ProductAttributes/')).counts).toBe('0 1 1')
})
