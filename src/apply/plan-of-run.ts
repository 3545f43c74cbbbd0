import { OperationalError } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import type { State } from '../state/state.ts'
import { unpackPlan } from './packed-plan.ts'

/** What a run whose plan cannot be read cannot be, and what to do in its place. */
const instead = {
  undone:
    'Restore the earlier catalogue in git, then run `planogram apply`. The version of planogram that applied the run can undo it with a backup of the state from before the upgrade.',
  resumed: 'Run `planogram apply`: a new plan makes only what is left.',
} as const

/** The error for a run whose plan is damaged, or has the format of another version; any other error as it is. */
export function planUnreadable(error: unknown, run: string, wanted: keyof typeof instead): unknown {
  if (!(error instanceof OperationalError) || error.code !== 'plan-file-broken') return error
  return new OperationalError('plan-file-broken', `Run ${run} cannot be ${wanted}: its plan cannot be read. ${error.message}`, {
    fix: instead[wanted],
    cause: error,
  })
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
