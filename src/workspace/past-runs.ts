import { unpackPlan } from '../apply/packed-plan.ts'
import { OperationalError } from '../errors.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunRow, State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'

/** The runs of a store that its state has, the latest first. */
export async function runsOfStore(store: StoreClient, state: State): Promise<readonly RunRow[]> {
  const name = storeNameInState(store)
  return (await state.runs()).filter((run) => run.store === name)
}

/** The plan of a run; `null` where the state does not have it, or this version cannot read it. */
export async function planOfRun(id: string, state: State): Promise<Plan | null> {
  const bytes = await state.planOf(id)
  if (bytes === null) return null
  try {
    return await unpackPlan(bytes)
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'plan-file-broken') return null
    throw error
  }
}
