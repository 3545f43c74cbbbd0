import { storeNameInState } from '../live/store-names.ts'
import type { RunRow, State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'

/** The runs of a store that its state has, the latest first. */
export async function runsOfStore(store: StoreClient, state: State): Promise<readonly RunRow[]> {
  const name = storeNameInState(store)
  return (await state.runs()).filter((run) => run.store === name)
}
