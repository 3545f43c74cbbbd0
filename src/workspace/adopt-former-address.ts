import { isIdle } from '../apply/hold-lease.ts'
import { systemClock } from '../apply/clock.ts'
import { formerNames, storeNameInState } from '../live/store-names.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'

/**
 * Makes what a state has of a remote store that of the same store with another `files_url`: it is the same one as long as its name and its `base_url` are. Nothing
 * changes where the state knows this store already, or several others with this name and `base_url`, and while an apply is at work.
 */
export async function adoptFormerAddress(state: State, store: StoreClient): Promise<void> {
  const names = await state.stores()
  const own = storeNameInState(store)
  if (names.includes(own)) return
  const [former, ...others] = formerNames(names, store)
  if (former === undefined || others.length > 0 || !(await isIdle(state, former, systemClock))) return
  await state.renameStore(former, own)
}
