import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Switches } from '../../../../src/emulator/assumptions/switches.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { faultOf, storeRequest } from '../store-request.ts'

let clock = new Date('2026-05-31T10:20:30Z')
const store = await startEmulator({ now: () => clock, switches: { longestUrl: '65536' } })
const send = storeRequest(store)
beforeEach(() => store.reset())
afterAll(() => store.close())

type Name = 'Order' | 'Product' | 'Merchandising' | 'VariantOptions'
const record = (resource: Name, fields: Record<string, string>): RecordTree => ({ resource, fields, children: {} })

/** The keys that an expression finds, or the fault. */
async function found(resource: Name, expression: string, request = send): Promise<readonly string[] | string> {
  const key = resource === 'Order' ? 'order_number' : 'sku'
  const seen = await request('GET', `${resource}/?_fields=${key}&_search=${encodeURIComponent(expression)}`)
  return seen.status === 200 ? seen.records.map((line) => /<(\w+)>([^<]*)<\/\1>/.exec(line)?.[2] ?? line) : faultOf(seen)
}

const products = [
  record('Product', { sku: 'A', title: 'Alpha', price: '9.5', weight: '2', inactive: 'true', meta_title: '10', brand: 'x' }),
  record('Product', { sku: 'B', title: 'alpha', price: '10', weight: '10', inactive: 'false', meta_title: '9 m' }),
  record('Product', { sku: 'C', title: '', price: '10.50', weight: '', brand: 'x' }),
  record('Product', { sku: 'D', price: '-1', brand: 'Alpha' }),
]

test.each<[string, readonly string[]]>([
  ['price > 9.5', ['B', 'C']],
  ["price = '10.50'", ['C']],
  ["price = '9.50' OR price = -1.0", ['A', 'D']],
  ['price >= weight', ['A', 'B']],
  ["title = 'alpha'", ['B']],
  ["title < 'a'", ['A', 'C', 'D']],
  ["title != 'Alpha'", ['B', 'C', 'D']],
  ["NOT title = 'Alpha'", ['B', 'C', 'D']],
  ['title = brand', []],
  ["title = 'Alpha' OR brand = 'Alpha'", ['A', 'D']],
  ['ISNULL(title)', ['C', 'D']],
  ['NOT ISNULL(title)', ['A', 'B']],
  ['ISNULL(inactive)', []],
  ['inactive = 1', ['A']],
  ['inactive = 0', ['B', 'C', 'D']],
  ["inactive = 'TRUE' OR inactive = 'false'", ['A', 'B', 'C', 'D']],
  ['meta_title < 10', ['B']],
  ["meta_title < '10'", ['C', 'D']],
  ["meta_title > '10'", ['B']],
  ['ISNULL(meta_keywords)', ['A', 'B', 'C', 'D']],
  ["brand = 'x' AND NOT (price < 10 OR inactive = 1)", ['C']],
  ["brand = 'x' AND (price > 10 OR inactive = 1)", ['A', 'C']],
  ["sku = 'A' OR sku = 'B' AND price = 0", ['A']],
])('%s finds %j', async (expression, keys) => {
  store.seed(products)

  const seen = await found('Product', expression)

  expect(seen).toEqual(keys)
})

test('a search and filters combine with AND, also under _match=any; counts, pages and joins follow (R8)', async () => {
  store.seed(products)
  await send('POST', 'Inventory', '<ResultSet><Inventory><sku>B</sku><quantity>4</quantity></Inventory></ResultSet>')

  const search = `_search=${encodeURIComponent('price >= 9.5')}`
  const both = await send('GET', `Product/?brand=x&${search}&_fields=sku`)
  const any = await send('GET', `Product/?brand=Alpha&inactive=true&_match=any&${search}&_fields=sku`)
  const page = await send('GET', `Product+Inventory/?sku=%25&${search}&_start=1&_results=1&_fields=sku|Inventory:quantity`)

  expect([both.records, any.records]).toEqual([
    ['<Product><sku>A</sku></Product>', '<Product><sku>C</sku></Product>'],
    ['<Product><sku>A</sku></Product>'],
  ])
  expect([page.counts, page.records]).toEqual(['1 3 1', ['<Product><sku>B</sku><Inventory><quantity>4</quantity></Inventory></Product>']])
})

test('every unknown name of a request is in one fault; a search is taken by a list GET only', async () => {
  const search = `_search=${encodeURIComponent('nope = 1 AND Inventory != title OR ISNULL(meta_)')}`

  const seen = await send('GET', `Product/?stok=1&${search}&_fields=titel`)
  const single = await send('GET', 'Product/A?_search=price%3D1')

  expect(faultOf(seen)).toBe('406 Invalid fields specified: stok,nope,Inventory,meta_,titel')
  expect(faultOf(single)).toBe('406 Invalid fields specified: _search')
})

test.each<[string, string, readonly string[]]>([
  ['2026-05-31T10:20:30Z', 'order_date > NOW() - INTERVAL 3 MONTH', ['2', '3']],
  ['2026-05-31T10:20:30Z', 'order_date >= NOW() - INTERVAL 3 MONTH', ['1', '2', '3']],
  ['2028-03-31T00:00:00Z', 'order_date = NOW() - INTERVAL 1 MONTH', ['3']],
  ['2026-05-31T10:20:30Z', "order_date + INTERVAL 1 MONTH = '2026-02-28 10:20:30'", []],
  ['2026-05-31T10:20:30Z', "order_date + INTERVAL 1 MONTH = '2026-03-28 10:20:30'", ['1']],
  ['2026-05-31T10:20:30Z', "order_date - INTERVAL 3 MONTH = '2026-02-28'", ['2']],
  ['2026-05-31T10:20:30Z', "order_date - INTERVAL 3 MONTH + INTERVAL 3 MONTH = '2026-05-28'", ['2']],
  ['2026-05-31T10:20:30Z', "order_date + INTERVAL 1 YEAR = '2029-02-28'", ['3']],
  ['2026-05-31T10:20:30Z', "order_date > '2026-05-30'", ['2', '3']],
  ['2026-05-31T10:20:30Z', 'order_date = NOW() + INTERVAL 999999999 DAY', []],
  ['2026-05-31T10:20:30Z', 'NOT order_date = NOW() - INTERVAL 3000 YEAR', []],
  ['2026-05-31T10:20:30Z', "NOT order_date - INTERVAL 3000 YEAR = '' OR NOT order_date + INTERVAL 8000 YEAR = ''", []],
  ['2026-05-31T10:20:30Z', "delivery_date = '2026-05-31'", ['3']],
  ['2026-05-31T10:20:30Z', 'order_date > delivery_date', ['3']],
])('at %s: %s finds %j', async (now, expression, keys) => {
  clock = new Date(now)
  store.seed([
    record('Order', { order_number: '1', order_date: '2026-02-28 10:20:30' }),
    record('Order', { order_number: '2', order_date: '2026-05-31' }),
    record('Order', { order_number: '3', order_date: '2028-02-29', delivery_date: '2026-05-31' }),
  ])

  const seen = await found('Order', expression)

  expect(seen).toEqual(keys)
})

test.each<[Name, string, string]>([
  ['Order', 'delivery_date > NOW()', 'delivery_date'],
  ['Order', "delivery_date + INTERVAL 1 DAY = '2026-01-01'", 'delivery_date'],
  ['Order', 'total_numeric - INTERVAL 1 DAY = 5', 'total_numeric'],
  ['Order', 'order_date = total_numeric', 'order_date,total_numeric'],
  ['Order', 'order_date + INTERVAL 1 DAY > delivery_date + INTERVAL 1 DAY', 'delivery_date'],
  ['Order', 'order_date > 20260101', 'order_date'],
  ['Order', "order_date > 'yesterday'", 'order_date'],
  ['Order', "nitems = 'many'", 'nitems'],
  ['Order', "nitems = ''", 'nitems'],
  ['Order', "archived = 'yes'", 'archived'],
  ['Product', 'meta_title > NOW()', 'meta_title'],
])('%s: %s is 406, since the fields cannot stand there (R23)', async (resource, expression, fields) => {
  const seen = await found(resource, expression)

  expect(seen).toBe(`406 Invalid fields specified: ${fields}`)
})

test('expressions as large as the grammar allows are answered', async () => {
  store.seed(products)
  const flat = Array.from({ length: 666 }, () => 'price>0').join(' OR ')
  /** NOT and its bracket are two levels; what stands first is the deepest for SQLite. */
  const deep = Array.from({ length: 32 }).reduce<string>(
    (inner, _, level) => `NOT(${inner}${`${level % 2 ? ' OR' : ' AND'} price=8`.repeat(19)})`,
    'price=10',
  )
  const moved = `order_date${' + INTERVAL 1 DAY'.repeat(400)} > NOW()`

  const seen = [await found('Product', flat), await found('Product', deep), await found('Order', moved)]

  expect(deep.length).toBeGreaterThan(7000)
  expect(seen).toEqual([['A', 'B', 'C'], expect.any(Array), []])
})

test.each<[Partial<Switches>, Name, string, readonly string[] | string]>([
  [{ collation: 'nocase' }, 'Product', "title = 'ALPHA' AND title >= 'aLPHA'", ['A', 'B']],
  [{ collation: 'nocase' }, 'Product', 'title = brand OR brand = title', []],
  [{ collation: 'exact' }, 'Product', "title = 'ALPHA'", []],
  [{ timezone: '+02:00' }, 'Order', 'order_date = NOW() - INTERVAL 1 DAY - INTERVAL 2 MONTH', ['1']],
  [{ timezone: 'UTC' }, 'Order', 'order_date = NOW() - INTERVAL 1 DAY - INTERVAL 2 MONTH', []],
  [{ dateFields: 'order' }, 'Order', 'order_date < NOW()', ['1', '2']],
  [{ dateFields: 'order' }, 'Merchandising', 'start_date < NOW()', '406 Invalid fields specified: start_date'],
  [{ dateFields: 'declared' }, 'Merchandising', 'start_date < NOW()', ['A']],
  [{ dateFields: 'order' }, 'Merchandising', "start_date < '2026-02'", ['A']],
  [{ dateFunctions: '406' }, 'Order', 'MONTH(order_date) = 3', '406 Invalid fields specified: MONTH'],
  [{ dateFunctions: 'accept' }, 'Order', 'month(order_date) = 3 OR DAY(order_date) = 1 AND YEAR(order_date) < 2026', ['1', '2']],
  [{ dateFunctions: 'accept' }, 'Order', "YEAR(order_date) = '2025' AND DAY(order_date) = MONTH(update_date)", ['2']],
  [{ dateFunctions: 'accept' }, 'Order', 'YEAR(delivery_date) = 2026', '406 Invalid fields specified: delivery_date'],
  [{ dateFunctions: 'accept' }, 'Order', 'YEAR(order_date) = order_date', '406 Invalid fields specified: order_date'],
  [{ variantOptions: 'renamed' }, 'VariantOptions', "variant = 'A-s' AND NOT ISNULL(option)", ['A']],
  [{ variantOptions: 'assumed' }, 'VariantOptions', "variant = 'A-s'", '406 Invalid fields specified: variant'],
])('with %j, %s: %s finds %j', async (switches, resource, expression, seen) => {
  await using other = await startEmulator({ now: () => new Date('2026-05-31T22:20:30Z'), switches })
  other.seed([
    ...products,
    record('VariantOptions', { sku: 'A', variant_code: 'A-s', o_group: 'size', o_value: 's' }),
    record('Merchandising', { sku: 'A', start_date: '2026-01-31' }),
    record('Order', { order_number: '1', order_date: '2026-03-31 00:20:30', update_date: '2026-02-01' }),
    record('Order', { order_number: '2', order_date: '2025-12-01', update_date: '2025-01-01' }),
  ])

  expect(await found(resource, expression, storeRequest(other))).toEqual(seen)
})
