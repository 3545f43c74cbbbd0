import { planOfRun } from '../apply/plan-of-run.ts'
import { madeChanges } from '../apply/undo/done-changes.ts'
import { isAppliedSince } from '../diff/applied-since.ts'
import { addressOfRoot, type Change, type FileChange, isOwnChange } from '../diff/change.ts'
import { nothingUnfinished, type RunChanges, type Unfinished, unfinishedAfter } from '../diff/unfinished.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { OwnFile } from '../records/known-file.ts'
import type { Plan } from '../plan/plan.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { runsOfStore } from './runs-of-store.ts'
import { type StateBase, stateBase } from './state-base.ts'

/** What was last applied to a store. */
interface Applied {
  readonly base: StateBase
  /** By path. */
  readonly files: ReadonlyMap<string, OwnFile>
}

/** What the runs of this store since the last one that ended well were to write and have not written, and nobody has completed since. */
export async function unfinishedRuns(store: StoreClient, state: State): Promise<Unfinished> {
  const own = await runsOfStore(store, state)
  const lastDone = own.findIndex(({ outcome }) => outcome === 'done')
  const open = (lastDone < 0 ? own : own.slice(0, lastDone)).toReversed()
  if (open.length === 0) return nothingUnfinished
  const applied = { base: await stateBase(state, store), files: await state.ownFiles(storeNameInState(store)) }
  let unfinished = nothingUnfinished
  // One plan at a time: it can have a million changes.
  for (const { id } of open) unfinished = unfinishedAfter(await runChanges(id, state, applied), unfinished)
  return unfinished
}

async function runChanges(id: string, state: State, applied: Applied): Promise<RunChanges> {
  const plan = await planOfRun(id, state)
  if (!plan) return { changes: [], isMade: () => false }
  const made = madeChanges(plan, await state.operationsOf(id))
  const { base } = applied
  // A root record that was read back is in the base.
  const isMade = (change: Change): boolean =>
    made.has(change.address) && (!isOwnChange(change) || change.action === 'remove' || base.has(change.root.resource, change.root.key))
  const since = await appliedSince(plan, isMade, applied)
  return { changes: plan.changes, isMade: (change) => isMade(change) || since.has(addressOfRoot(change)) }
}

/**
 * The root records and files that are not made, and that were saved as last applied after the plan was made: a later plan has completed them, or has
 * found them complete.
 */
async function appliedSince(plan: Plan, isMade: (change: Change) => boolean, { base, files }: Applied): Promise<ReadonlySet<string>> {
  const left = new Set(plan.changes.flatMap((change) => (change.action === 'cannot' || isMade(change) ? [] : [addressOfRoot(change)])))
  const since = new Set<string>()
  const open = Map.groupBy(
    plan.changes.filter((change) => left.has(addressOfRoot(change))),
    addressOfRoot,
  )
  for (const [address, changes] of open) {
    if (changes.some((change) => change.kind === 'file' && hasFile(files, change))) since.add(address)
    const rooted = changes.filter((change) => change.kind !== 'file')
    const root = rooted[0]?.root
    const applied = root && (await base.get(root.resource, root.key))
    if (applied && isAppliedSince(rooted, applied.record, plan.madeFrom.capabilities)) since.add(address)
  }
  return since
}

/** True where the file that was last applied is the one of a change that only the store did not make. */
function hasFile(files: Applied['files'], { action, origin, file }: FileChange): boolean {
  return action !== 'cannot' && origin !== 'store' && files.get(file.path)?.sha256 === file.after?.sha256
}
