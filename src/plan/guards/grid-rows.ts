import type { GridChange } from '../../diff/change.ts'
import { countGuard } from './count-guard.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardResult } from './guard-result.ts'
import { isOverLimit } from './over-limit.ts'

/**
 * `grid_rows`: price entries that a plan adds, where they take the store over the limit. A store that is over it already is not stopped
 * again, and a first apply is not stopped.
 */
export function gridRows(input: GuardInput): readonly GuardResult[] {
  const { rooted, facts, limits, existing } = input
  const limit = limits.grid_rows
  if (limit === 'off' || existing === 0) return []
  const grids = rooted.filter((change) => change.kind === 'grid')
  const added = grids.reduce((sum, change) => sum + addedBy(change), 0)
  const isOver = isOverLimit(facts.priceEntries + added, limit, existing)
  if (!isOver || isOverLimit(facts.priceEntries, limit, existing)) return []
  const cases = grids
    .filter((change) => addedBy(change) > 0)
    .toSorted((a, b) => addedBy(b) - addedBy(a))
    .map((change) => ({ address: change.address, source: change.source, count: addedBy(change) }))
  return countGuard('grid_rows', { ...input, limits: { ...limits, grid_rows: '0' } }, { cases, found: added }).map((result) => ({
    ...result,
    limit,
  }))
}

function addedBy({ grid }: GridChange): number {
  return grid.after.length - grid.before.length
}
