import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDesiredStore, openLiveStore, type RecordStore } from '../../../../src/catalogue/cache/record-store.ts'
import type { DesiredRecord } from '../../../../src/records/desired.ts'
import { keyOf } from '../../../../src/records/named-fields.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { anyStore } from '../../../support/any-store.ts'
import { loadWritten } from '../../../support/written-catalogue.ts'

function wantedOf({ resource, fields, children }: RecordTree): DesiredRecord {
  const rows = Object.entries(children).map(([name, some]) => [name, some.map(wantedOf)] as const)
  const source = { file: 'a.yaml', start: 1, end: 2 }
  return {
    resource,
    fields,
    children: Object.fromEntries(rows),
    source,
    spans: { title: source },
    onCreate: { fields: { x: '1' }, children: {} },
  }
}

test.each([
  ['a folder', tmpdir()],
  ['a folder that does not exist', join(tmpdir(), 'planogram-is-not-there')],
  ['no folder', null],
])('records come back as they were, by key and in their order, with %s', async (_, folder) => {
  await fc.assert(
    fc.asyncProperty(anyStore('broken'), async ({ products }) => {
      using live = openLiveStore(folder)
      using desired = openDesiredStore(folder)
      const wanted = products.map(wantedOf)

      for (const product of products) live.add(product)
      for (const record of wanted) desired.add(record)

      expect([...live]).toEqual(products)
      expect([...desired]).toEqual(wanted)
      expect([...desired.keys()]).toEqual(products.map(keyOf))
      expect(products.toReversed().map((product) => live.get(keyOf(product)))).toEqual(products.toReversed())
      expect(live.get('no such sku')).toBeUndefined()
    }),
    { numRuns: 20, seed: 1 },
  )
})

const texts = ['first', 'second', 'third'].map((word) => `${word} `.repeat(200))
const large = Array.from({ length: 2_000 }, (_, number): RecordTree => {
  return { resource: 'Product', fields: { sku: `SKU-${number}`, comment: `${number} ${texts[number % 3]}` }, children: {} }
})

/** The records in three orders, and what a store has of each. */
function inOrders<R extends RecordTree>(store: RecordStore<R>, records: readonly R[]): readonly [orders: unknown, read: unknown] {
  for (const record of records) store.add(record)
  const orders = [records, records.toReversed(), records.map((_, index) => records[(index * 701) % records.length])]
  return [orders, orders.map((order) => order.map((record) => record && store.get(keyOf(record))))]
}

test('records of several megabytes come back from the file in any order', () => {
  using store = openLiveStore(tmpdir())

  const [orders, read] = inOrders(store, large)

  expect(read).toEqual(orders)
})

test('records of which the first half stays in memory come back in any order', () => {
  using store = openDesiredStore(tmpdir(), { inMemory: 1_500_000 })

  const [orders, read] = inOrders(store, large.map(wantedOf))

  expect(read).toEqual(orders)
})

test('rows that share one place, and a row that is repeated, come back as they were', async () => {
  const { desired } = await loadWritten({
    'a.yaml':
      'price_lists: { p: { breaks: [0, 10], prices: { default: [5, 4] } } }\nproducts:\n  A: { pricing: p }\n  B: { pricing: p, variants: { list: { C: { pricing: p } } } }\n',
  })
  const [first] = desired.roots.Product?.[0]?.children.PricingAdvanced ?? []
  const [product] = desired.roots.Product ?? []
  const repeated = product && first && { ...product, children: { PricingAdvanced: [first, first, first] } }
  using store = openDesiredStore(null)

  for (const record of desired.roots.Product ?? []) store.add(record)
  expect([...store]).toEqual(desired.roots.Product)
  if (repeated) store.add(repeated)

  expect(repeated?.children.PricingAdvanced.length).toBe(3)
  expect(store.get('A')).toEqual(repeated)
})
