import { formatPlanFile } from '../plan/plan-file.ts'
import type { Plan } from '../plan/plan.ts'
import type { ChangeCounts, State } from '../state/state.ts'
import { later, type RunClock } from './clock.ts'
import type { HeldLease } from './hold-lease.ts'
import { packPlan } from './packed-plan.ts'

/** What an earlier part of a run has in the journal. */
export interface EarlierPart {
  /** The number of its last request; 0: none. */
  readonly lastNumber: number
  /** The ids of its operations. */
  readonly journalled: ReadonlySet<string>
}

interface StartedRun {
  readonly plan: Plan
  readonly state: State
  readonly runId: string
  readonly clock: RunClock
  readonly overrides?: readonly string[] | undefined
}

/** Records a run, unless it goes on. */
export async function startRun(
  { plan, state, runId, clock, overrides = [] }: StartedRun,
  store: string,
  { fence }: HeldLease,
): Promise<EarlierPart> {
  if ((await state.runOf(runId)) !== null) {
    const [attempts, operations] = await Promise.all([state.attemptsOf(runId), state.operationsOf(runId)])
    return { lastNumber: Math.max(0, ...attempts.map(({ number }) => number)), journalled: new Set(operations.map(({ id }) => id)) }
  }
  const at = later(clock, 0)
  const { undoes } = plan.madeFrom
  await state.startRun({
    id: runId,
    store,
    planHash: plan.planHash,
    at,
    plan: await packPlan(formatPlanFile(plan)),
    fence,
    overrides,
    counts: countChanges(plan.changes),
    ...(undoes !== undefined && { undoes }),
  })
  return { lastNumber: 0, journalled: new Set() }
}

/** The numbers of changes by action. */
export function countChanges(changes: Plan['changes']): ChangeCounts {
  const counts = { create: 0, update: 0, remove: 0, cannot: 0 }
  for (const { action } of changes) counts[action] += 1
  return counts
}
