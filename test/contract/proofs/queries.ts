import { expect } from 'vitest'
import { faultOf } from '../../unit/emulator/store-request.ts'
import type { WriteStore } from '../contract-store.ts'
import { node, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'

const products = [
  node('Product', { sku: 'A-1', title: 'Cup', brand: 'North', weight: '0.5', inactive: 'true', mpn: '7' }),
  node('Product', { sku: 'A-2', title: 'Cup', brand: 'South', weight: '2' }),
  node('Product', { sku: 'B-1', title: 'B-1', brand: 'South', weight: '10' }),
]

/** The skus that a query finds. */
async function skus({ post, list }: WriteStore, ...queries: readonly string[]): Promise<string[]> {
  await post('Product', ...products)
  const seen = await Promise.all(queries.map((query) => list(`Product/?_fields=sku&${query}`)))
  return seen.map((records) => records.map((record) => /<sku>(.*)<\/sku>/.exec(record)?.[1]).join(' '))
}

async function found(store: WriteStore, ...expressions: readonly string[]): Promise<string[]> {
  return skus(store, ...expressions.map((expression) => `_search=${encodeURIComponent(expression)}`))
}

async function refused({ send }: WriteStore, ...expressions: readonly string[]): Promise<number[]> {
  const seen = await Promise.all(expressions.map((expression) => send('GET', `Order/?_search=${encodeURIComponent(expression)}`)))
  return seen.map(({ status }) => status)
}

async function orders({ post, list }: WriteStore, ...expressions: readonly string[]): Promise<string[]> {
  const dates = ['2026-02-27 23:00:00', '2026-02-28 12:00:00', '2026-05-31 11:00:00', '2026-06-01 00:00:00']
  await post('Order', ...dates.map((date) => node('Order', { order_date: date, delivery_date: date })))
  const seen = await Promise.all(expressions.map((text) => list(`Order/?_fields=order_number&_search=${encodeURIComponent(text)}`)))
  return seen.map((records) => records.map((record) => /<order_number>(.*)<\/order_number>/.exec(record)?.[1]).join(' '))
}

/** platform.md, "Query parameters on GET list and search". */
export const queryProofs: readonly Proof[] = [
  writes('a filter on a field of the primary resource; several fields with AND', ['<field>=<value> |'], async (store) => {
    const seen = await skus(store, 'title=Cup', 'title=Cup&brand=South', 'title=Cup&brand=West')

    expect(seen).toEqual(['A-1 A-2', 'A-2', ''])
  }),
  writes('% in a value is a wildcard, written as it is or as %25', ['% in a value'], async (store) => {
    const seen = await skus(store, 'sku=A%25', 'sku=A%', 'sku=%25-1', 'sku=%25', 'sku=%25-%25')

    expect(seen).toEqual(['A-1 A-2', 'A-1 A-2', 'A-1 B-1', 'A-1 A-2 B-1', 'A-1 A-2 B-1'])
  }),
  writes('a repeated field is an OR, different fields are an AND', ['repeated <field>'], async (store) => {
    const seen = await skus(store, 'sku=A-1&sku=B-1', 'sku=A-1&sku=B-1&brand=South')

    expect(seen).toEqual(['A-1 B-1', 'B-1'])
  }),
  writes('_match=any makes every filter an OR', ['_match=any'], async (store) => {
    const seen = await skus(store, 'sku=A-1&brand=South', 'sku=A-1&brand=South&_match=any')

    expect(seen).toEqual(['', 'A-1 A-2 B-1'])
  }),
  writes(
    'true and 1, false and 0 are the same in a query',
    ['Boolean fields are written as true/false', 'Retrieve unsynchronised orders'],
    async (store) => {
      const seen = await skus(store, 'inactive=1', 'inactive=true', 'inactive=0', 'inactive=false')

      expect(seen).toEqual(['A-1', 'A-1', 'A-2 B-1', 'A-2 B-1'])
    },
  ),
  writes(
    '_search: any field of the primary resource, also one against another, and the expression URL-encoded',
    ['Fields: any field of the primary resource', '_search=<expression>', 'The expression may need URL encoding'],
    async (store) => {
      const seen = await found(store, "brand = 'North'", 'sku = title', 'sku != title')

      expect(seen).toEqual(['A-1', 'B-1', 'A-1 A-2'])
    },
  ),
  writes('_search: AND, OR, NOT, the six comparisons and brackets', ['Operators: AND, OR, NOT'], async (store) => {
    const seen = await found(
      store,
      "brand = 'North' OR brand = 'South' AND weight > 5",
      "(brand = 'North' OR brand = 'South') AND weight > 5",
      "NOT brand = 'South'",
      'weight >= 2 AND weight <= 2',
      'weight < 2',
      'weight != 2',
    )

    expect(seen).toEqual(['A-1 B-1', 'B-1', 'A-1', 'A-2', 'A-1', 'A-1 B-1'])
  }),
  writes('_search: strings are quoted, numbers are bare', ['Strings are quoted'], async (store) => {
    const seen = await found(store, "weight = 0.5 AND title = 'Cup'", 'title = "Cup" AND weight > 1')
    const bare = await store.send('GET', 'Product/?_search=title%3DCup')

    expect(seen).toEqual(['A-1', 'A-2'])
    expect(faultOf(bare)).toBe('406 Invalid fields specified: Cup')
  }),
  writes('_search: ISNULL finds what was never set', ['Functions: ISNULL'], async (store) => {
    const seen = await found(store, 'ISNULL(mpn)', 'NOT ISNULL(mpn)')

    expect(seen).toEqual(['A-2 B-1', 'A-1'])
  }),
  writes(
    '_search: NOW and INTERVAL of DAY, MONTH and YEAR, months clamped, on date fields only',
    ['Functions: ISNULL'],
    async (store) => {
      const seen = await orders(
        store,
        'order_date > NOW() - INTERVAL 3 MONTH',
        'order_date >= NOW() - INTERVAL 3 MONTH',
        'order_date > NOW()',
        'order_date > NOW() - INTERVAL 1 DAY AND order_date < NOW()',
        'order_date > NOW() - INTERVAL 1 YEAR',
      )

      expect(seen).toEqual(['3 4', '2 3 4', '4', '3', '1 2 3 4'])
      expect(await refused(store, 'delivery_date > NOW()', 'status > NOW() - INTERVAL 1 DAY')).toEqual([406, 406])
    },
    { keeps: ['timezone'] },
  ),
  writes('_search: anything else gives an error', ['_search expression (a restricted'], async (store) => {
    const expressions = [
      "status LIKE 'x'",
      "status IN ('x')",
      '1=1',
      'status',
      "status = 'x'; DROP",
      'COUNT(status) > 1',
      '(SELECT 1) = 1',
      "email = 'x' --",
    ]

    expect(await refused(store, ...expressions)).toEqual(expressions.map(() => 406))
  }),
  writes(
    'a page holds 2000 records by default and at most; _start=5 begins with the 6th',
    ['_results=<n>', '_start=<n>', 'Records per page'],
    async ({ post, send }) => {
      await post('Cat', ...Array.from({ length: 2003 }, (_, n) => node('Cat', { code: `c${String(n).padStart(4, '0')}` })))

      const whole = await send('GET', 'Cat/')
      const sixth = await send('GET', 'Cat/?_start=5&_results=1&_fields=code')
      const last = await send('GET', 'Cat/?_start=2000')

      expect([whole.counts, sixth.counts, last.counts]).toEqual(['0 2003 2000', '5 2003 1', '2000 2003 3'])
      expect(sixth.records).toEqual([node('Cat', {}, '<code>c0005</code>')])
    },
  ),
  writes(
    'integrated=0 finds the orders that no integration has marked yet',
    ['Retrieve unsynchronised orders with integrated=0', 'Order.integrated | PUT', 'Order.integrated'],
    async ({ post, put, list }) => {
      await post('Order', node('Order', { email: 'a@x.example' }), node('Order', { email: 'b@x.example' }))

      await put('Order/1', node('Order', { order_number: 1, integrated: 'true' }))

      expect(await list('Order/?integrated=0&_fields=order_number,integrated')).toEqual(['<Order><order_number>2</order_number></Order>'])
      expect(await list('Order/1?_fields=integrated')).toEqual(['<Order><integrated>true</integrated></Order>'])
    },
  ),
]
