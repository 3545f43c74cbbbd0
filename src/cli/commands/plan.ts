import { resolve } from 'node:path'
import { exitCodes } from '../../errors.ts'
import { planText } from '../../report/plan-text.ts'
import { connectStore } from '../connect-store.ts'
import type { GlobalOptions } from '../global-options.ts'
import { makePlan } from '../make-plan.ts'
import { programOutput } from '../program-output.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import { readingNote } from '../reading-note.ts'
import { printPlanFile, savePlan } from '../saved-plan.ts'
import type { Surroundings } from '../surroundings.ts'

/** `planogram plan`: what would change in the store; reads it, writes nothing to it. Exit code 2 with `--detailed-exitcode` and changes. */
export async function plan(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  const catalogue = await readValidCatalogue(options, surroundings)
  const connection = await connectStore(catalogue, surroundings)
  try {
    const made = await makePlan({ catalogue, connection, output, surroundings })
    output.note(readingNote(connection.store, made))
    if (options.out !== undefined) await savePlan(made, resolve(surroundings.cwd, options.out))
    if (options.format === 'json') await printPlanFile(made, output)
    else await output.result(planText(made, output.theme, { width: output.width, verbose: options.verbose === true }))
    if (options.out !== undefined) output.note(`Saved as ${options.out}. Apply exactly this with: planogram apply ${options.out}\n`)
    else if (made.steps.length > 0 && surroundings.stdout.isTTY === true)
      output.note('\n`planogram apply` reviews this plan and applies it.\n')
    return options.detailedExitcode === true && made.steps.length > 0 ? exitCodes.changes : exitCodes.done
  } finally {
    await connection.close()
  }
}
