import { resolve } from 'node:path'
import type { Plan, ShownPlan } from '../plan/plan.ts'
import { readDecisions } from '../workspace/saved-decisions.ts'
import { readPlanFile, readPlanToApply, readShownPlan, writePlanFile } from '../workspace/saved-plan.ts'
import { collectEarly, setReadingFlags } from './engine-flags.ts'
import { otherPlanNote } from './plan-decisions.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import type { Surroundings } from './surroundings.ts'

/** Where a command reads and writes. */
interface Place {
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/**
 * Reads the plan file that an argument names, with progress on stderr. `packs`: the plan is applied and not shown (`readPlanToApply`). Throws
 * `file-unreadable` and `plan-file-broken`.
 */
export async function readSavedPlan(path: string, { output, surroundings, packs }: Place & { readonly packs?: boolean }): Promise<Plan> {
  using progress = startProgressLine(output, surroundings)
  const onRead = setReadingFlags(surroundings)
  if (packs === true) collectEarly(surroundings)
  const read = packs === true ? readPlanToApply : readPlanFile
  return await read(resolve(surroundings.cwd, path), {
    onProgress: (event) => {
      onRead()
      progress.onProgress(event)
    },
  })
}

/** As `readSavedPlan`, with what is shown of the plan alone. */
export async function readPlanToShow(path: string, { output, surroundings }: Place): Promise<ShownPlan> {
  using progress = startProgressLine(output, surroundings)
  return await readShownPlan(resolve(surroundings.cwd, path), { onProgress: progress.onProgress })
}

/**
 * Saves a plan to the path of an option, with progress on stderr. Prints where the review of the plan that it replaces skipped something. Throws
 * `file-unwritable`.
 */
export async function savePlan(plan: Plan, path: string, { output, surroundings }: Place): Promise<void> {
  const file = resolve(surroundings.cwd, path)
  {
    using progress = startProgressLine(output, surroundings)
    await writePlanFile(plan, file, { onProgress: progress.onProgress })
  }
  // A file of decisions that cannot be read is reported where it counts.
  const decisions = await readDecisions(file).catch(() => null)
  output.note(otherPlanNote(file, decisions, plan.planHash))
}
