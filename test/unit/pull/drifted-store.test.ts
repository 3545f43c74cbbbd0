import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import { asInStore, driftedParts } from '../../../src/pull/drifted-store.ts'
import { recordSource } from '../../../src/records/record-source.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { anyStore } from '../../support/any-store.ts'
import { desired, diffContext, live } from '../../support/desired-records.ts'
import { pulledInto } from '../../support/pulled-store.ts'

const context = diffContext()

function labels(...all: readonly string[]): readonly RecordTree[] {
  return all.map((label) => live('ProductAttributes', { sku: 'TEE', label, value: 'yes' }))
}

test('only the store changed: taken over; the catalogue changed it too, or another part of the same key: refused; only the catalogue: neither', () => {
  const applied = live('Product', { sku: 'TEE', title: 'Tee', brand: 'Northwind', price: '10', weight: '1' })
  const there = live('Product', { sku: 'TEE', title: 'Store tee', brand: 'Store brand', price: '10', weight: '1' })
  const wanted = desired('Product', { sku: 'TEE', title: 'Tee', brand: 'Git brand', price: '11', weight: '1' })

  const parts = driftedParts({ desired: wanted, live: there, base: applied }, context)

  expect(parts).toEqual({ taken: new Set(['title']), refused: new Set(['brand']) })
})

test('a collection in which both sides changed rows is refused as a whole', () => {
  const applied = live('Product', { sku: 'TEE' }, { ProductAttributes: labels('Fit', 'Old') })
  const there = live('Product', { sku: 'TEE' }, { ProductAttributes: labels('Fit', 'Old', 'Theirs') })
  const wanted = desired(
    'Product',
    { sku: 'TEE' },
    { children: { ProductAttributes: [desired('ProductAttributes', { label: 'Fit', value: 'yes' })] } },
  )

  const parts = driftedParts({ desired: wanted, live: there, base: applied }, context)

  expect(parts).toEqual({ taken: new Set(), refused: new Set(['attributes']) })
})

test('a record without drift is in the store as the catalogue has it, so that nothing of it is edited', { timeout: 600_000 }, async () => {
  let products = 0
  await fc.assert(
    fc.asyncProperty(anyStore('sound'), async (store) => {
      const { loaded } = await pulledInto({}, store)
      const source = recordSource(loaded.desired.roots.Product ?? [])

      const there = asInStore(source, () => null)

      const pairs = Array.from(source, (record) => ({ desired: record, live: there.get(record.fields['sku'] ?? ''), base: undefined }))
      products += pairs.length
      expect(pairs.flatMap((pair) => diffRoot(pair, context)).filter(({ action }) => action !== 'cannot')).toEqual([])
    }),
    { numRuns: 20, seed: 4_711 },
  )
  expect(products).toBeGreaterThan(10)
})
