import type { RecordTree } from '../resources/record-tree.ts'
import type { Change, GridChange } from './change.ts'
import { clearRefusal } from './refusals.ts'

function isFresh(change: Change): change is GridChange {
  return change.kind === 'grid' && change.action !== 'cannot' && change.grid.way === 'fresh'
}

/** The skus that get their first price entries: rows that a removed record left behind would apply to them again (assumptions.md W31). */
export function skusWithFreshGrid(changes: readonly Change[]): readonly string[] {
  return changes.filter(isFresh).map(({ sku }) => sku)
}

/** Marks the grids of skus for which the store still holds price entries that belong to no record. */
export function withOrphanedPrices(changes: readonly Change[], orphans: readonly RecordTree[]): readonly Change[] {
  const skus = new Set(orphans.map(({ fields }) => fields['sku'] ?? ''))
  return changes.map((change) => {
    if (!isFresh(change) || !skus.has(change.sku) || clearRefusal(change.sku) !== undefined) return change
    return { ...change, grid: { ...change.grid, leftOver: true } }
  })
}
