import { planOfRun } from '../apply/plan-of-run.ts'
import { madeChanges } from '../apply/undo/done-changes.ts'
import { isOwnChange } from '../diff/change.ts'
import { nothingUnfinished, type RunChanges, type Unfinished, unfinishedAfter } from '../diff/unfinished.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { runsOfStore } from './runs-of-store.ts'
import { type StateBase, stateBase } from './state-base.ts'

/** What the runs of this store since the last one that ended well were to write and have not written. */
export async function unfinishedRuns(store: StoreClient, state: State): Promise<Unfinished> {
  const own = await runsOfStore(store, state)
  const lastDone = own.findIndex(({ outcome }) => outcome === 'done')
  const open = (lastDone < 0 ? own : own.slice(0, lastDone)).toReversed()
  if (open.length === 0) return nothingUnfinished
  const base = await stateBase(state, store)
  let unfinished = nothingUnfinished
  // One plan at a time: it can have a million changes.
  for (const { id } of open) unfinished = unfinishedAfter(await runChanges(id, state, base), unfinished)
  return unfinished
}

async function runChanges(id: string, state: State, base: StateBase): Promise<RunChanges> {
  const plan = await planOfRun(id, state)
  if (!plan) return { changes: [], isMade: () => false }
  const made = madeChanges(plan, await state.operationsOf(id))
  return {
    changes: plan.changes,
    // A root record that was read back is in the base.
    isMade: (change) =>
      made.has(change.address) && (!isOwnChange(change) || change.action === 'remove' || base.has(change.root.resource, change.root.key)),
  }
}
