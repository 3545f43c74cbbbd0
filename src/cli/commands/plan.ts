import { exitCodes } from '../../errors.ts'
import { connect } from '../connect.ts'
import { openBase } from '../open-base.ts'
import type { GlobalOptions } from '../global-options.ts'
import { makePlan, readingNote } from '../make-plan.ts'
import { formatPlan, savePlan } from '../plan-files.ts'
import { programOutput } from '../program-output.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import { planFileBlocks } from '../../workspace/saved-plan.ts'
import type { Surroundings } from '../surroundings.ts'
import { type PlanOptions, selectionOf } from './plan-usage.ts'
import { viewOf } from './view-options.ts'

/** `planogram plan`: what would change in the store, which is only read. Exit code 2 with `--detailed-exitcode` and changes. */
export async function plan(options: PlanOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { out, format, detailedExitcode, barrier } = options
  const output = programOutput(global, surroundings)
  using catalogue = await readValidCatalogue(global, surroundings)
  await using base = await openBase(options.base, { catalogue, output, surroundings })
  const connection = await connect(catalogue, output, surroundings)
  try {
    const made = await makePlan({ catalogue, connection, output, surroundings, barrier, base, selection: selectionOf(options) })
    output.note(readingNote(connection.store, made))
    if (out !== undefined) await savePlan(made, out, { output, surroundings })
    if (format === 'json') for (const block of planFileBlocks(made)) await output.result(block)
    else await output.result(formatPlan(made, { output, surroundings, verbose: global.verbose, view: viewOf(options), to: 'stdout' }))
    if (out !== undefined) output.note(`Saved the plan to ${out}. Run \`planogram apply ${out}\` to apply it.\n`)
    else if (made.steps.length > 0 && surroundings.stdout.isTTY === true)
      output.note('\nRun `planogram apply` to review and apply this plan.\n')
    return detailedExitcode && made.steps.length > 0 ? exitCodes.changes : exitCodes.done
  } finally {
    await connection.close()
  }
}
