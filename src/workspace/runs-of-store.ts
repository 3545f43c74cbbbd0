import { OperationalError } from '../errors.ts'
import { isOtherEmbedded, storeNameInState } from '../live/store-names.ts'
import type { RunRow, State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'

/** The runs of a store that its state has, the latest first. */
export async function runsOfStore(store: StoreClient, state: State): Promise<readonly RunRow[]> {
  const name = storeNameInState(store)
  return (await state.runs()).filter((run) => run.store === name)
}

/** That a run is not in the state, or wrote to another store than this one. */
export function otherStore(id: string, run: RunRow | null, store: StoreClient): OperationalError {
  if (run === null) return new OperationalError('run-unknown', `Run ${id} is not in the state.`)
  if (!isOtherEmbedded(run.store, store))
    return new OperationalError('run-unknown', `Run ${id} wrote to store ${run.store}, not to ${storeNameInState(store)}.`)
  return new OperationalError(
    'run-unknown',
    `Run ${id} wrote to another embedded store than that of this folder, also named ${store.name}.`,
    { fix: 'Run the command in the folder of that store.' },
  )
}
