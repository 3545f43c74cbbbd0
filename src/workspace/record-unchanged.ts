import { storeNameInState } from '../live/store-names.ts'
import type { Plan } from '../plan/plan.ts'
import type { OwnFile } from '../records/known-file.ts'
import type { State } from '../state/state.ts'
import type { AppliedBase } from './applied-base.ts'
import { type BasePlace, saveRoots } from './save-roots.ts'

interface Recording extends BasePlace {
  readonly plan: Plan
  readonly applied: AppliedBase
  /** True where every change of the plan was made: then nothing of the catalogue is missing in the base. */
  readonly isDone: boolean
}

/**
 * Adopts the root records and files that a plan found equal: they are what was last applied. Nothing is done where the base is complete with this
 * catalogue already, and where another apply holds the lease: the next one does it.
 */
export async function recordUnchanged({ plan, applied, isDone, ...place }: Recording): Promise<void> {
  const completeWith = plan.madeFrom.catalogue
  const name = storeNameInState(place.store)
  if ((await place.state.baseCatalogue(name)) === completeWith) return
  // A plan that is limited did not look at the others.
  await saveRoots(applied.unchanged(), {
    ...place,
    completeWith: plan.selection || !isDone ? null : completeWith,
    files: await equalFiles(applied.files, place.state, name),
  })
}

/** The files of which the store has this content, as it was remembered when they were compared or uploaded, and that are not known to be ours. */
async function equalFiles(wanted: AppliedBase['files'], state: State, store: string): Promise<readonly OwnFile[]> {
  if (wanted.length === 0) return []
  const [remembered, own] = await Promise.all([state.rememberedFiles(store), state.ownFiles(store)])
  return wanted.flatMap(({ path, sha256 }): OwnFile[] => {
    const file = remembered.get(path)
    const isKnown = own.get(path)?.sha256 === sha256
    return file?.sha256 === sha256 && !isKnown ? [{ path, sha256, size: file.size }] : []
  })
}
