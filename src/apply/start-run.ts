import { packedRootsOf, unpackedChanges } from '../diff/packed-changes.ts'
import { OperationalError } from '../errors.ts'
import { formatPlanFile } from '../plan/plan-file.ts'
import type { Plan } from '../plan/plan.ts'
import type { ChangeCounts, OperationRow, RunRow, State } from '../state/state.ts'
import { later, type RunClock } from './clock.ts'
import type { HeldLease } from './hold-lease.ts'
import { packPlan } from './packed-plan.ts'

/** A run as the state was given it. */
export interface StartedRun {
  /** The number of its last request; 0: none. */
  readonly lastNumber: number
  /** The ids of its operations. */
  readonly journalled: ReadonlySet<string>
  /** Those of them that it has done. */
  readonly done: ReadonlySet<string>
  /** Resolves once it is on disk. What is written after it is there no earlier. */
  readonly recorded: Promise<void>
}

interface RunInput {
  readonly plan: Plan
  readonly state: State
  readonly runId: string
  readonly clock: RunClock
  readonly overrides?: readonly string[] | undefined
}

/**
 * Records a run, unless it goes on. Resolves before it is on disk, so that the first starts of the journal are committed with it. Throws
 * `wrong-usage` where a run of another plan, or of another store, has this name.
 */
export async function startRun(
  { plan, state, runId, clock, overrides = [] }: RunInput,
  store: string,
  { fence }: HeldLease,
): Promise<StartedRun> {
  const known = await state.runOf(runId)
  if (known !== null) {
    refuseOtherRun(known, { plan, store })
    const [attempts, operations] = await Promise.all([state.attemptsOf(runId), state.operationsOf(runId)])
    const lastNumber = Math.max(0, ...attempts.map(({ number }) => number))
    const done = operations.filter(({ outcome }) => outcome === 'done')
    return { lastNumber, journalled: idsOf(operations), done: idsOf(done), recorded: Promise.resolve() }
  }
  const at = later(clock, 0)
  const { undoes } = plan.madeFrom
  const bytes = await packPlan(formatPlanFile(plan))
  const recorded = state.startRun({
    id: runId,
    store,
    planHash: plan.planHash,
    at,
    plan: bytes,
    fence,
    overrides,
    counts: countChanges(plan.changes),
    ...(undoes !== undefined && { undoes }),
  })
  return { lastNumber: 0, journalled: new Set(), done: new Set(), recorded }
}

function idsOf(operations: readonly OperationRow[]): ReadonlySet<string> {
  return new Set(operations.map(({ id }) => id))
}

/** What the state has of a run belongs to one plan: with the changes of another one, neither could be undone. */
function refuseOtherRun(known: RunRow, { plan, store }: { readonly plan: Plan; readonly store: string }): void {
  if (known.planHash === plan.planHash && known.store === store) return
  const other = known.store === store ? `plan ${known.planHash}` : `store ${known.store}`
  throw new OperationalError('wrong-usage', `There is a run ${known.id} already, of ${other}. Nothing was written.`, {
    fix: 'Pass another `runId`, or none for a new one. That of an earlier run goes on with its plan.',
  })
}

/** The numbers of changes by action. */
export function countChanges(changes: Plan['changes']): ChangeCounts {
  const counts = { create: 0, update: 0, remove: 0, cannot: 0 }
  for (const { action } of unpackedChanges(changes)) counts[action] += 1
  for (const { count } of packedRootsOf(changes)) counts.create += count
  return counts
}
