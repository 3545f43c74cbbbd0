import { OperationalError } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import type { State } from '../state/state.ts'
import { unpackPlan } from './packed-plan.ts'

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
