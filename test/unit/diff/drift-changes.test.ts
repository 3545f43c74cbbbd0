import { expect, test } from 'vitest'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import { type DriftChange, driftChanges } from '../../../src/diff/drift-changes.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { Capabilities } from '../../../src/resources/capabilities.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'

function driftOf(
  applied: DesiredRecord,
  stored: RecordTree | undefined,
  capabilities: Capabilities = knownCapabilities,
): readonly DriftChange[] {
  return driftChanges(diffRoot({ desired: applied, live: stored, base: undefined }, diffContext(capabilities)))
}

function brief(changes: readonly DriftChange[]): string[] {
  return changes.map(({ action, address, fields }) => {
    const values = fields.map(({ field, before, after }) => `${field} ${before ?? '-'} to ${after ?? '-'}`)
    return [`${action} ${address}`, ...values].join(', ')
  })
}

const row = { sku: 'TEE', start: '0', end: '9999999' }

test('a changed value goes from the applied one to that of the store', () => {
  const changes = driftOf(desired('Product', { sku: 'TEE', title: 'Tee' }), live('Product', { sku: 'TEE', title: 'Store tee' }))

  expect(brief(changes)).toEqual(['update product.TEE, title Tee to Store tee'])
  expect(changes[0]?.fields).toEqual([{ field: 'title', before: 'Tee', after: 'Store tee', base: 'Tee' }])
})

test('rows that the store has more or less are created and removed, also where a plan could not undo that', () => {
  const applied = desired('Product', { sku: 'TEE' }, { children: { ProdCat: [desired('ProdCat', { cat_code: 'tees' })] } })
  const stored = live('Product', { sku: 'TEE' }, { ProdCat: [live('ProdCat', { sku: 'TEE', cat_code: 'sale' })] })

  const known = driftOf(applied, stored)
  const documented = driftOf(applied, stored, { ...knownCapabilities, deletes: 'shown' })

  expect(known.map(({ action, address }) => [action, address])).toEqual([
    ['remove', 'product.TEE/category.tees'],
    ['create', 'product.TEE/category.sale'],
  ])
  expect(documented.map(({ action, address }) => [action, address])).toEqual(known.map(({ action, address }) => [action, address]))
})

test('of a record that was removed in the store there is only its removal', () => {
  const applied = desired('Product', { sku: 'TEE', title: 'Tee' }, { children: { ProdCat: [desired('ProdCat', { cat_code: 'tees' })] } })

  const changes = driftOf(applied, undefined)

  expect(brief(changes)).toEqual(['remove product.TEE, title Tee to -'])
})

test('price entries go from the applied ones to those of the store', () => {
  const cell = (price: string): DesiredRecord => desired('PricingAdvanced', { ...row, price })
  const applied = desired('Product', { sku: 'TEE', advanced_pricing: 'true' }, { children: { PricingAdvanced: [cell('5')] } })
  const stored = live(
    'Product',
    { sku: 'TEE', advanced_pricing: 'true' },
    { PricingAdvanced: [live('PricingAdvanced', { uid: '1', ...row, price: '6' })] },
  )

  const changes = driftOf(applied, stored)

  expect(
    changes.map((change) =>
      change.kind === 'grid' ? [change.grid.before.map(({ price }) => price), change.grid.after.map(({ price }) => price)] : [],
    ),
  ).toEqual([[['5'], ['6']]])
})
