import { expect, test } from 'vitest'
import { diffStore } from '../../../src/diff/diff-store.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { desired, diffContext, live, stream } from '../../support/desired-records.ts'

/** The address of the record that keeps the slug which a product of the catalogue gets, in a store that returns its products in this order. */
async function ownerIn(records: readonly RecordTree[], others: readonly DesiredRecord[] = []): Promise<string | undefined> {
  const want = desired('Product', { sku: 'NEW', title: 'New', slug: 'tee' })
  const { changes } = await diffStore({ roots: { Product: [want, ...others] }, files: [] }, { Product: stream(records) }, diffContext())
  const change = changes.find(({ address }) => address === 'product.NEW')
  return change?.kind === 'record' ? change.slugOwner?.root.address : undefined
}

test('of several records that keep a slug the first by address counts, whatever the order of the store', async () => {
  const owners = ['B', 'A', 'C'].map((sku) => live('Product', { sku, title: sku, slug: 'tee', inactive: 'false' }))

  const found = [await ownerIn(owners), await ownerIn(owners.toReversed())]

  expect(found).toEqual(['product.A', 'product.A'])
})

test('one that customers see comes before one that is hidden', async () => {
  const hidden = live('Product', { sku: 'A', title: 'A', slug: 'tee', inactive: 'true' })
  const seen = live('Product', { sku: 'B', title: 'B', slug: 'tee', inactive: 'false' })

  const found = [await ownerIn([hidden, seen]), await ownerIn([seen, hidden])]

  expect(found).toEqual(['product.B', 'product.B'])
})

test('one that customers still see after the plan comes before one that the plan hides', async () => {
  const hiding = desired('Product', { sku: 'A', title: 'A', inactive: 'true' })
  const owners = ['A', 'B'].map((sku) => live('Product', { sku, title: sku, slug: 'tee', inactive: 'false' }))

  const found = [await ownerIn(owners, [hiding]), await ownerIn(owners.toReversed(), [hiding])]

  expect(found).toEqual(['product.B', 'product.B'])
})
