import { addressInState, isOtherEmbedded, storeNameInState } from '../live/store-names.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'

/**
 * Makes what a state from before the ids of stores has of this address that of this store (docs/decisions/048-whose-state.md). To be called
 * for an embedded store that is older than its id: a state without ids can be its own. One that knows an id is newer, and is left as it is.
 */
export async function adoptOlderState(state: State, store: StoreClient): Promise<void> {
  const names = await state.stores()
  const address = addressInState(store)
  const isOlder = names.includes(address) && !names.some((name) => name !== address && isOtherEmbedded(name, store))
  if (isOlder && !names.includes(storeNameInState(store))) await state.renameStore(address, storeNameInState(store))
}
