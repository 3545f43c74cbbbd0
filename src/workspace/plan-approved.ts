import { addressOfRoot } from '../diff/change.ts'
import { settledDecisions } from '../plan/decisions.ts'
import type { Plan } from '../plan/plan.ts'
import type { Selection } from '../plan/selection.ts'
import { plan, type PlanOptions } from './plan.ts'
import { refuseOtherChanges } from './refuse-stale.ts'

/**
 * The plan of what a reviewer approved: without the root records and files that were skipped, and without what needs them. The store is read
 * again for it. If nothing was skipped, it is the reviewed plan.
 *
 * Throws `plan-stale` where an approved change is not what was reviewed any more, and what `plan` throws.
 *
 * @example
 * const part = await planApproved(reviewed, ['product.MUG'], { catalogue, store })
 */
export async function planApproved(reviewed: Plan, skipped: readonly string[], options: PlanOptions): Promise<Plan> {
  const decisions = settledDecisions(reviewed, skipped)
  if (decisions.skipped.length === 0) return reviewed
  const selection: Omit<Selection, 'also'> = reviewed.selection ?? { targets: [], excludes: [] }
  const skippedNow = [...(selection.skipped ?? []), ...decisions.skipped]
  const made = await plan({ ...options, selection: { ...selection, skipped: skippedNow, isRepeated: true } })
  const isSkipped = new Set(decisions.skipped)
  refuseOtherChanges({ ...reviewed, changes: reviewed.changes.filter((change) => !isSkipped.has(addressOfRoot(change))) }, made)
  return made
}
