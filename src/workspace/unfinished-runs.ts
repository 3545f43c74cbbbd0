import { planOfRun } from '../apply/plan-of-run.ts'
import type { Change } from '../diff/change.ts'
import { type Unfinished, unfinishedOf } from '../diff/unfinished.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { runsOfStore } from './runs-of-store.ts'

/** What the runs of this store were to write since the last one that ended well. */
export async function unfinishedRuns(store: StoreClient, state: State): Promise<Unfinished> {
  const own = await runsOfStore(store, state)
  const lastDone = own.findIndex(({ outcome }) => outcome === 'done')
  const changes: Change[] = []
  for (const { id } of lastDone < 0 ? own : own.slice(0, lastDone)) changes.push(...((await planOfRun(id, state))?.changes ?? []))
  return unfinishedOf(changes)
}
