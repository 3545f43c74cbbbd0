import { problemsText } from '../report/problem-text.ts'
import type { Plan } from '../plan/plan.ts'
import type { EqualRecords } from '../records/equal-records.ts'
import { CatalogueInvalid } from '../workspace/catalogue-invalid.ts'
import type { Connection } from '../workspace/connect-store.ts'
import type { OpenPackedCatalogue } from '../workspace/load-catalogue.ts'
import { checkSavedPlan } from '../workspace/check-saved-plan.ts'
import type { GivenBase } from '../workspace/plan-live.ts'
import type { PlannedSelection } from '../workspace/limit-plan.ts'
import { planKnowing, type PlanOptions } from '../workspace/plan.ts'
import { planApproved } from '../workspace/plan-approved.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import type { Surroundings } from './surroundings.ts'

/** What a plan is made of: the catalogue, the store, and where progress is shown. */
export interface Planning {
  readonly catalogue: OpenPackedCatalogue
  readonly connection: Connection
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
  /** True where nothing is shown to shoppers before everything was checked. */
  readonly barrier: boolean
  /** What was applied before, from `--base`; default: what the state has. */
  readonly base?: GivenBase | undefined
  /** What the plan is limited to; default: nothing. */
  readonly selection?: PlannedSelection | undefined
  /** What an earlier plan found equal; default: everything is compared. */
  readonly equal?: EqualRecords | undefined
  /** See `DiffContext`; default: nothing is packed. */
  readonly packsAfter?: number | undefined
  /** Ends the plan with its reason at the next report of progress; default: nothing does. */
  readonly stop?: AbortSignal | undefined
}

/** `packsAfter` of a plan that is not kept for long: packing fewer changes takes more time than the memory that it saves. */
export const keptChanges = 100_000

/**
 * Plans the catalogue against the connected store, with progress on stderr: the same call for `plan`, `apply` and the check
 * afterwards. Prints the problems of pictures that cannot be resized.
 */
export function makePlan(planning: Planning): Promise<Plan> {
  return withProgress(planning, (options) =>
    planKnowing(options, { equal: planning.equal, packsAfter: planning.packsAfter, derivesRecords: true }),
  )
}

/** The plan of what a reviewer approved (`planApproved`), with progress on stderr. */
export function makeApproved(reviewed: Plan, skipped: readonly string[], planning: Planning): Promise<Plan> {
  return withProgress(planning, (options) => planApproved(reviewed, skipped, options))
}

/** Checks a saved plan against the catalogue and the connected store, as `checkSavedPlan` does, with progress on stderr. */
export function checkSaved(saved: Plan, planning: Planning): Promise<void> {
  return withProgress(planning, (options) => checkSavedPlan(saved, options))
}

async function withProgress<T>(planning: Planning, work: (options: PlanOptions) => Promise<T>): Promise<T> {
  const { catalogue, connection, output, surroundings, barrier, base, selection, stop } = planning
  const { store, state } = connection
  try {
    using progress = startProgressLine(output, surroundings)
    // What is printed then stands on a line of its own.
    stop?.addEventListener('abort', () => progress[Symbol.dispose](), { once: true })
    return await work({
      catalogue,
      store,
      state,
      barrier,
      now: surroundings.now,
      ...(base && { base }),
      ...(selection && { selection }),
      onProgress: (event) => {
        stop?.throwIfAborted()
        progress.onProgress(event)
      },
    })
  } catch (error) {
    if (error instanceof CatalogueInvalid) {
      const sources = { ...catalogue.sources, files: catalogue.files }
      output.warn(`${problemsText(error.problems, sources, output.errorLook)}\n\n`)
    }
    throw error
  }
}
