import type { CannotChange, Change } from '../diff/change.ts'
import type { Plan } from '../plan/plan.ts'

/** The differences that are left between a store and its catalogue. */
export interface Convergence {
  /** True when no change is left; changes that cannot be applied do not count (semantics.md 12). */
  readonly converged: boolean
  /** Changes that a further apply would make. */
  readonly left: readonly Change[]
  /** Changes for which the store has no operation. */
  readonly cannot: readonly CannotChange[]
}

/** Plans again, from a full read of the store, and reports whether the store matches the catalogue. */
export async function checkConverged(planAgain: () => Promise<Plan>): Promise<Convergence> {
  const { changes } = await planAgain()
  const left = changes.filter(({ action }) => action !== 'cannot')
  return { converged: left.length === 0, left, cannot: changes.filter((change) => change.action === 'cannot') }
}
