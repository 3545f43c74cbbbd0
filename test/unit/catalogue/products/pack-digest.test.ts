import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openNames } from '../../../../src/catalogue/cache/name-table.ts'
import { inMemory } from '../../../../src/catalogue/cache/stored-bytes.ts'
import { openProductPacking, unpackProducts } from '../../../../src/catalogue/products/packed-product.ts'
import { keyOf } from '../../../../src/records/named-fields.ts'
import type { DesiredRecord } from '../../../../src/records/desired.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { fieldsInDigest, placesInDigest } from '../../../../src/rules/product-digest.ts'
import { anyStore } from '../../../support/any-store.ts'
import { loadWritten } from '../../../support/written-catalogue.ts'

const nowhere = { file: '', start: 0, end: 0 }
const priceEntry: DesiredRecord = { resource: 'PricingAdvanced', fields: {}, children: {}, source: nowhere, spans: {} }

/** The record with a place for each field and each collection. */
function placed({ resource, fields, children }: RecordTree, file = 'a.yaml'): DesiredRecord {
  const names = [...Object.keys(fields), ...Object.keys(children), 'pricing']
  return {
    resource,
    fields,
    children: Object.fromEntries(Object.entries(children).map(([name, rows]) => [name, rows.map((row) => placed(row, 'other.yaml'))])),
    source: { file, start: 10, end: 20 },
    spans: Object.fromEntries(names.map((name, index) => [name, { file, start: index, end: 2 * index }])),
    onCreate: { fields: { price: '1' }, children: {} },
  }
}

function picked<V>(all: Readonly<Record<string, V>>, names: readonly string[]): Record<string, V> {
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}

/** The digest of a record, as an object. */
function digestOf(record: DesiredRecord): DesiredRecord {
  const { resource, fields, source, spans, children } = record
  const { PricingAdvanced, ProdCat, Options, ExtraImages, Variants } = children
  const kept: Readonly<Record<string, readonly string[]>> = fieldsInDigest
  return {
    resource,
    fields: picked(fields, kept[resource] ?? []),
    children: {
      ...(PricingAdvanced && { PricingAdvanced: PricingAdvanced.map(() => priceEntry) }),
      ...(ProdCat && { ProdCat: ProdCat.map((link) => ({ ...digestOf(link), source: nowhere, spans: {} })) }),
      ...(Options && { Options: Options.map(digestOf) }),
      ...(ExtraImages && { ExtraImages: ExtraImages.map(digestOf) }),
      ...(Variants && { Variants: Variants.map(digestOf) }),
    },
    source,
    spans: picked(spans, placesInDigest),
  }
}

/** The records as a later run finds them. */
function remembered(records: readonly DesiredRecord[]): readonly DesiredRecord[] {
  const packing = openProductPacking('a.yaml', openNames())
  for (const record of records) packing.add({ key: keyOf(record), record, priceLists: [], pictures: [] })
  return Array.from(unpackProducts(inMemory(packing.bytes()), 'a.yaml').values(), ({ record }) => record)
}

test('of products their digests are remembered, and of digests the same', () => {
  let seen = 0
  fc.assert(
    fc.property(anyStore('broken'), ({ products }) => {
      const records = products.map((product) => placed(product))

      const found = remembered(records)

      expect(found).toEqual(records.map(digestOf))
      expect(remembered(found)).toEqual(found)
      seen += records.length
    }),
    { numRuns: 100, seed: 1 },
  )

  expect(seen).toBeGreaterThan(100)
})

test('of a product with everything, so much is remembered', async () => {
  const { desired } = await loadWritten({
    'a.yaml':
      'categories: { c: { name: C } }\nproducts:\n  A:\n    title: Tee\n    weight: 2\n    categories: [c]\n    pricing: { breaks: [0, 10], prices: { default: [5, 4] } }\n    variants: { list: { V: { price: 3 } } }\n',
  })

  const [found] = remembered(desired.roots.Product ?? [])

  expect(found?.fields).toEqual({ sku: 'A', inactive: 'false', title: 'Tee', price: '5' })
  expect(found?.children.ProdCat?.map(({ fields }) => fields)).toEqual([{ cat_code: 'c' }])
  expect(found?.children.PricingAdvanced).toEqual([priceEntry, priceEntry])
  expect(found?.children.Variants?.map(({ fields }) => fields)).toEqual([{ code: 'V', sku: 'A', price: '3' }])
  expect(Object.keys(found?.spans ?? {})).toEqual(['title', 'price', 'pricing'])
})
