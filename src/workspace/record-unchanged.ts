import { storeNameInState } from '../live/store-names.ts'
import type { Plan } from '../plan/plan.ts'
import type { AppliedBase } from './applied-base.ts'
import { type BasePlace, saveRoots } from './save-roots.ts'

interface Recording extends BasePlace {
  readonly plan: Plan
  readonly applied: AppliedBase
  /** True where every change of the plan was made: then nothing of the catalogue is missing in the base. */
  readonly isDone: boolean
}

/**
 * Adopts the root records that a plan found equal: they are what was last applied. Nothing is done where the base is complete with this
 * catalogue already, and where another apply holds the lease: the next one does it.
 */
export async function recordUnchanged({ plan, applied, isDone, ...place }: Recording): Promise<void> {
  const completeWith = plan.madeFrom.catalogue
  if ((await place.state.baseCatalogue(storeNameInState(place.store))) === completeWith) return
  // A plan that is limited did not look at the others.
  await saveRoots(applied.unchanged(), { ...place, completeWith: plan.selection || !isDone ? null : completeWith })
}
