import type { RecordTree } from '../resources/record-tree.ts'
import type { Change } from './change.ts'
import { clearRefusal } from './refusals.ts'

function isFresh({ action, grid }: Change): boolean {
  return action !== 'cannot' && grid?.way === 'fresh'
}

/** The skus that get their first price entries: rows that a deleted record left behind would come back with them (assumptions.md W31). */
export function skusWithFreshGrid(changes: readonly Change[]): readonly string[] {
  return changes.filter(isFresh).map(({ key }) => key['sku'] ?? '')
}

/** Marks the grids of skus for which the store still holds price entries, though nothing that was read owns them. */
export function withOrphanedPrices(changes: readonly Change[], orphans: readonly RecordTree[]): readonly Change[] {
  const skus = new Set(orphans.map(({ fields }) => fields['sku'] ?? ''))
  return changes.map((change) => {
    const sku = change.key['sku'] ?? ''
    if (!change.grid || !isFresh(change) || !skus.has(sku) || clearRefusal(sku) !== undefined) return change
    return { ...change, grid: { ...change.grid, leftOver: true } }
  })
}
