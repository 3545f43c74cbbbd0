import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import type { Fields } from '../../../../src/resources/resource.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import type { ResourceName } from '../../../../src/resources/registry.ts'
import { type ShopMoment, shopperProbe } from '../../../support/shopper-probe.ts'
import type { ShownProduct } from '../../../support/shopper-view.ts'
import { strangeMoments, strangeView } from '../../../support/strange-views.ts'
import { basic, type StoreRequest, storeRequest } from '../store-request.ts'

let store: RunningEmulator
let send: StoreRequest

function record(resource: ResourceName, fields: Fields, children: RecordTree['children'] = {}): RecordTree {
  return { resource, fields, children }
}

function entry(sku: string, start: string, price: string, more: Fields = {}): RecordTree {
  return record('PricingAdvanced', { sku, start, end: '9999999', price, ...more })
}

beforeEach(async () => {
  store = await startEmulator({ now: () => new Date('2026-11-20T07:00:00Z') })
  send = storeRequest(store)
  store.seed({
    records: [
      record('UserGroups', { code: 'dealer' }),
      record(
        'Product',
        { sku: 'MUG', price: '8.5', image: 'mug.png', thumb: 'none.png' },
        { Inventory: [record('Inventory', { quantity: '3' })] },
      ),
      record(
        'Product',
        { sku: 'TEE', option_type: 'Matrix', options_advanced: 'false' },
        {
          Variants: [
            record(
              'Variants',
              { code: 'TEE-s', advanced_pricing: 'true' },
              {
                PricingAdvanced: [entry('TEE-s', '0', '20'), entry('TEE-s', '0', '15', { group_code: 'dealer' })],
              },
            ),
          ],
        },
      ),
      record('Product', { sku: 'SECRET', price: '5', inactive: 'true' }),
    ],
    files: [{ path: 'images/items/mug.png', bytes: Buffer.from('a mug') }],
  })
})
afterEach(() => store.close())

const viewers = { quantities: [1, 10] }

async function post(spec: string, node: string): Promise<void> {
  expect((await send('POST', spec, `<ResultSet>${node}</ResultSet>`)).status).toBe(200)
}

function priced(sku: string): string {
  return `<Product><sku>${sku}</sku><price>5</price></Product>`
}

/** The moments as the products that changed in them. */
function changes(moments: readonly ShopMoment[]): readonly unknown[] {
  return moments.map(({ changed }) => Object.fromEntries(changed))
}

test('a probe sees prices, audience, pictures and stock of what is on sale, and nothing of what is hidden', () => {
  using probe = shopperProbe(store, viewers)

  expect(Object.fromEntries(probe.look())).toEqual({
    MUG: {
      shown: true,
      audience: [],
      pictures: { 'MUG thumb none.png': 'broken', 'MUG image mug.png': expect.stringMatching(/^[0-9a-f]{64}$/) },
      stock: { MUG: '3' },
      prices: {
        'MUG visitor 1 default': '8.5',
        'MUG visitor 10 default': '8.5',
        'MUG dealer 1 default': '8.5',
        'MUG dealer 10 default': '8.5',
      },
    },
    TEE: {
      shown: true,
      audience: [],
      pictures: {},
      stock: { TEE: '', 'TEE-s': '' },
      prices: {
        'TEE-s visitor 1 default': '20',
        'TEE-s visitor 10 default': '20',
        'TEE-s dealer 1 default': '15',
        'TEE-s dealer 10 default': '15',
      },
    },
    SECRET: { shown: false },
  })
})

test('every state between two writes is a moment; writes that shoppers do not see are none', async () => {
  using probe = shopperProbe(store, { quantities: [1], groups: [] })
  const shown = { shown: true, audience: [], pictures: {}, stock: { TEE: '', 'TEE-s': '' } }

  await send('DELETE', 'PricingAdvanced?sku=TEE-s')
  await post('Product', '<Product><sku>TEE</sku><title>Nobody sees this here</title></Product>')
  await post('PricingAdvanced', '<PricingAdvanced><sku>TEE-s</sku><price>18</price></PricingAdvanced>')
  await post('Product', '<Product><sku>SECRET</sku><price>6</price></Product>')
  await send('DELETE', 'Product/TEE')

  expect(changes(probe.moments())).toEqual([
    { TEE: { ...shown, prices: { 'TEE-s visitor 1 default': 'no price' } } },
    { TEE: { ...shown, prices: { 'TEE-s visitor 1 default': '18' } } },
    { TEE: null },
  ])
  expect(probe.moments().map(({ write }) => write.number)).toEqual([1, 3, 5])
})

test('who may see a product: prices only for them', async () => {
  using probe = shopperProbe(store, { quantities: [1] })

  await post('ProdAccessGroup', '<ProdAccessGroup><sku>MUG</sku><group_code>dealer</group_code></ProdAccessGroup>')

  expect(changes(probe.moments())).toEqual([
    { MUG: expect.objectContaining({ audience: ['dealer'], prices: { 'MUG dealer 1 default': '8.5' } }) },
  ])
})

test('a file that is replaced or removed changes the products that name it', async () => {
  using probe = shopperProbe(store, { quantities: [1] })
  const file = `${store.filesUrl}/shop/images/items/mug.png`
  const headers = { authorization: basic(store.key) }

  await fetch(file, { method: 'PUT', headers, body: 'another mug' })
  await fetch(file, { method: 'DELETE', headers })

  const pictures = probe
    .moments()
    .map(({ changed }) => [...changed].map(([sku, view]) => [sku, view?.shown && view.pictures['MUG image mug.png']]))
  expect(pictures).toEqual([[['MUG', expect.stringMatching(/^[0-9a-f]{64}$/)]], [['MUG', 'broken']]])
})

test('records of a body that are committed one by one are moments of their own, and so is a late write', async () => {
  await store.close()
  store = await startEmulator({ now: () => new Date('2026-11-20T07:00:00Z'), switches: { batch: 'stop', lateCommit: '30' } })
  send = storeRequest(store)
  using probe = shopperProbe(store, { quantities: [1] })

  await post('Product', priced('A') + priced('B'))
  store.faults.add({ do: { kind: 'lost-answer' } })
  await send('POST', 'Product', `<ResultSet>${priced('C')}</ResultSet>`).catch(() => undefined)
  await store.step(30_000)

  expect(probe.moments().map(({ write, changed }) => [[...changed.keys()], write.answer, write.lateMs])).toEqual([
    [['A'], null, undefined],
    [['B'], null, undefined],
    [['C'], 'lost', 30_000],
  ])
})

test('simple options, currencies and promotions are priced', () => {
  store.seed([
    record(
      'Product',
      { sku: 'CUP', price: '10', option_type: 'Simple' },
      {
        Options: [record('Options', { code: 'CUP-glaze', o_group: 'glaze', o_value: 'plain=Plain,gold=Gold', price: 'gold=3' })],
        Merchandising: [record('Merchandising', { discount: '50%', timed_promotion: 'true', end_date: '2026-11-20' })],
      },
    ),
  ])
  const currencies = { default: 'NOK', rates: { EUR: '0.1' } }
  using probe = shopperProbe(store, { quantities: [1], groups: [], currencies })
  const prices = (): unknown => {
    const view = probe.look().get('CUP')
    return view?.shown ? view.prices : null
  }

  const today = prices()
  store.clock.advance(86_400_000)

  expect(today).toEqual({
    'CUP visitor 1 default': '5',
    'CUP visitor 1 EUR': '0.5',
    'CUP glaze=plain visitor 1 default': '5',
    'CUP glaze=plain visitor 1 EUR': '0.5',
    'CUP glaze=gold visitor 1 default': '6.5',
    'CUP glaze=gold visitor 1 EUR': '0.65',
  })
  expect(prices()).toEqual(expect.objectContaining({ 'CUP visitor 1 default': '10', 'CUP glaze=gold visitor 1 default': '13' }))
})

const old: ShownProduct = {
  shown: true,
  audience: [],
  pictures: { 'A image a.png': '1' },
  stock: { A: '5' },
  prices: { 'A visitor 1 default': '10' },
}
const hidden = { shown: false } as const

test.each([
  ['the old whole', old, []],
  ['the new whole', { ...old, prices: { 'A visitor 1 default': '5' } }, []],
  ['a price in between', { ...old, prices: { 'A visitor 1 default': '2.5' } }, ['A visitor 1 default is 2.5, not 10 or 5']],
  ['the price of a bridge', { ...old, prices: { 'A visitor 1 default': '11' } }, []],
  [
    'a price for those who see neither',
    { ...old, prices: { ...old.prices, 'A vip 1 default': '1' } },
    ['A vip 1 default is 1, not to be seen'],
  ],
  ['no cell at all', { ...old, prices: {} }, ['A visitor 1 default is missing']],
  ['a broken picture', { ...old, pictures: { 'A image a.png': 'broken' } }, ['A image a.png is broken, not 1']],
  ['another audience', { ...old, audience: ['vip'] }, ['is shown to vip, not to everybody']],
  ['a stock of neither', { ...old, stock: { A: '0' } }, ['A is 0, not 5']],
  ['hidden', hidden, ['is hidden, although it is on sale before and after']],
  ['gone', null, ['is hidden, although it is on sale before and after']],
] as const)('between two states a shopper may see the old or the new: %s', (_, seen, expected) => {
  const after = { ...old, prices: { 'A visitor 1 default': '5' } }

  expect(strangeView(seen, { before: old, after, bridge: (sku) => (sku === 'A' ? '11' : undefined) })).toEqual(expected)
})

test('a product that goes on sale is seen whole, one that stays hidden is never seen', () => {
  const half = { ...old, prices: {} }

  const seen = [
    strangeView(half, { before: null, after: old }),
    strangeView(old, { before: hidden, after: old }),
    strangeView(old, { before: hidden, after: hidden }),
    strangeView(hidden, { before: old, after: hidden }),
  ]

  expect(seen).toEqual([['A visitor 1 default is missing'], [], ['is on sale, although it is hidden before and after'], []])
})

test('strange moments name the write and the product', async () => {
  using probe = shopperProbe(store, { quantities: [1], groups: [] })
  const before = probe.look()

  await send('DELETE', 'PricingAdvanced?sku=TEE-s')
  await post('PricingAdvanced', '<PricingAdvanced><sku>TEE-s</sku><price>18</price></PricingAdvanced>')

  expect(strangeMoments(probe.moments(), { before, after: probe.look() })).toEqual([
    'after write 1 (DELETE /API/V3/PricingAdvanced?sku=TEE-s), TEE: TEE-s visitor 1 default is no price, not 20 or 18',
  ])
})
