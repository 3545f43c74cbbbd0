import { exitCodes } from '../../errors.ts'
import { shellWord } from '../../report/shell-word.ts'
import { connect } from '../connect.ts'
import { openBase } from '../open-base.ts'
import { openSelection } from '../open-selection.ts'
import type { GlobalOptions } from '../global-options.ts'
import { makePlan, readingNote } from '../make-plan.ts'
import { savePlan } from '../plan-files.ts'
import { printPlan } from '../print-plan.ts'
import { programOutput } from '../program-output.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'
import type { PlanOptions } from './plan-usage.ts'
import { viewOf } from './view-options.ts'

/** `planogram plan`: what would change in the store, which is only read. Exit code 2 with `--detailed-exitcode` and changes. */
export async function plan(options: PlanOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { out, livePictures, detailedExitcode, barrier } = options
  const output = programOutput(global, surroundings)
  using catalogue = await readValidCatalogue(global, surroundings)
  await using base = await openBase(options.base, { catalogue, output, surroundings })
  const selection = await openSelection(options, { catalogue, surroundings })
  const connection = await connect(catalogue, output, surroundings)
  try {
    const made = await makePlan({ catalogue, connection, output, surroundings, barrier, base, selection })
    output.note(readingNote(connection.store, made))
    if (out !== undefined) await savePlan(made, out, { output, surroundings })
    const live = livePictures ? connection.store.files : null
    await printPlan(made, { ...options, view: viewOf(options), live }, { output, surroundings, global })
    if (out !== undefined) output.note(`Saved the plan to ${out}. Run \`planogram apply ${shellWord(out)}\` to apply it.\n`)
    else if (made.steps.length > 0 && surroundings.stdout.isTTY === true)
      output.note('\nRun `planogram apply` to review and apply this plan.\n')
    return detailedExitcode && made.steps.length > 0 ? exitCodes.changes : exitCodes.done
  } finally {
    await connection.close()
  }
}
