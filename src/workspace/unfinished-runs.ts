import { planOfRun } from '../apply/plan-of-run.ts'
import { nothingUnfinished, type Unfinished, unfinishedOf } from '../diff/unfinished.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { runsOfStore } from './runs-of-store.ts'

/** What the runs of this store were to write since the last one that ended well. */
export async function unfinishedRuns(store: StoreClient, state: State): Promise<Unfinished> {
  const own = await runsOfStore(store, state)
  const lastDone = own.findIndex(({ outcome }) => outcome === 'done')
  let unfinished = nothingUnfinished
  // One plan at a time: it can have a million changes.
  for (const { id } of lastDone < 0 ? own : own.slice(0, lastDone))
    unfinished = unfinishedOf((await planOfRun(id, state))?.changes ?? [], unfinished)
  return unfinished
}
