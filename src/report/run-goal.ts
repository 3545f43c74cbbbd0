import type { Run } from '../apply/events.ts'
import { countChanges } from '../apply/start-run.ts'
import type { Plan } from '../plan/plan.ts'

/** What the summary of a run contains of its plan: counted when the run has ended, so that the plan is not needed while the store is read again. */
export interface RunGoal {
  /** The name of the store. */
  readonly store: string
  readonly planHash: string
  /** The run that the plan undoes. */
  readonly undoes: string | undefined
  /** True where the plan is not about the whole catalogue. */
  readonly isLimited: boolean
  /** True where the run was a rehearsal: the store is a copy. */
  readonly isRehearsal: boolean
  /** The number of its steps. */
  readonly steps: number
  /** True where each step that writes was satisfied: an earlier run has applied the plan. */
  readonly isSatisfied: boolean
  /** Its changes, without those that the run found in the store. */
  readonly counts: ReturnType<typeof countChanges>
}

/** Counts the plan of a run that has ended; `isRehearsal` where it was one. */
export function runGoal({ madeFrom, planHash, selection, steps, changes }: Plan, run: Run, isRehearsal = false): RunGoal {
  const { store, undoes } = madeFrom
  const present = new Set(run.changes.present)
  return {
    store: store.name,
    planHash,
    undoes,
    isLimited: selection !== undefined,
    isRehearsal,
    steps: steps.length,
    isSatisfied: isSatisfied(steps, run),
    counts: countChanges(present.size === 0 ? changes : changes.filter(({ address }) => !present.has(address))),
  }
}

function isSatisfied(steps: Plan['steps'], { outcome, steps: results }: Run): boolean {
  const reads = new Set(steps.flatMap(({ id, kind }) => (kind === 'verify' || kind === 'barrier' ? [id] : [])))
  const writes = results.filter(({ id }) => !reads.has(id))
  return outcome === 'done' && writes.length > 0 && writes.every((each) => each.outcome === 'satisfied')
}
