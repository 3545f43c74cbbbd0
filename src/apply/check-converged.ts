import type { CannotChange, Change } from '../diff/change.ts'
import type { Plan } from '../plan/plan.ts'

/** How far a store is from its catalogue. */
export interface Convergence {
  /** True when nothing is left to do; what cannot be done does not count (semantics.md 12). */
  readonly converged: boolean
  /** Changes that a further apply would make. */
  readonly left: readonly Change[]
  /** Changes that cannot be made in this store. */
  readonly cannot: readonly CannotChange[]
}

/** Plans again, from a full read of the store, and compares: does the store match the catalogue now? */
export async function checkConverged(planAgain: () => Promise<Plan>): Promise<Convergence> {
  const { changes } = await planAgain()
  const left = changes.filter(({ action }) => action !== 'cannot')
  return { converged: left.length === 0, left, cannot: changes.filter((change) => change.action === 'cannot') }
}
