import type { Change } from '../diff/change.ts'
import type { Plan } from '../plan/plan.ts'
import type { AttemptRow, OperationRow, Outcome, RunRow, State } from '../state/state.ts'
import { operationsOfChanges } from './operations-of-changes.ts'
import { planOfRun } from './plan-of-run.ts'

/** A run as it was recorded. */
export interface RunRecord {
  readonly run: RunRow
  /** `null` where the state has none, or one of another format. */
  readonly plan: Plan | null
  readonly operations: readonly OperationRow[]
  readonly attempts: readonly AttemptRow[]
  /** The changes of the plan, each with how it ended. */
  readonly changes: readonly ChangeVerdict[]
}

/** How a change of a run ended; `null`: it was not tried. */
export interface ChangeVerdict {
  readonly change: Change
  readonly outcome: Outcome | null
  /** Why it failed, was skipped, or is not known. */
  readonly message: string | null
}

/** Reads what the state has of a run. */
export async function readRunRecord(run: RunRow, state: State): Promise<RunRecord> {
  const [operations, attempts, plan] = await Promise.all([state.operationsOf(run.id), state.attemptsOf(run.id), planOfRun(run.id, state)])
  return { run, plan, operations, attempts, changes: plan ? verdictsOf(plan, operations) : [] }
}

/** From good to bad: a change ended as its worst operation did. */
const ranks: readonly (Outcome | null)[] = ['satisfied', 'done', null, 'blocked', 'unknown', 'failed']

function verdictsOf(plan: Plan, operations: readonly OperationRow[]): readonly ChangeVerdict[] {
  const rows = new Map(operations.map((row) => [row.id, row]))
  const ofChanges = operationsOfChanges(plan)
  return plan.changes.map((change) => {
    const own = (ofChanges.get(change.address) ?? []).map(({ id }) => rows.get(id))
    const outcomes = own.map((row) => row?.outcome ?? null).toSorted((a, b) => ranks.indexOf(b) - ranks.indexOf(a))
    const outcome = outcomes[0] ?? null
    return { change, outcome, message: own.find((row) => row?.outcome === outcome && row.message !== null)?.message ?? null }
  })
}
