import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exitCodes, OperationalError, systemCodeOf } from '../../errors.ts'
import type { Plan } from '../../plan/plan.ts'
import { formatPlanFile } from '../../plan/plan-file.ts'
import { planText } from '../../report/plan-text.ts'
import { connectStore } from '../connect-store.ts'
import type { GlobalOptions } from '../global-options.ts'
import { makePlan } from '../make-plan.ts'
import { programOutput } from '../program-output.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import { readingNote } from '../reading-note.ts'
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
    const text = planText(made, output.theme, { width: output.width, verbose: options.verbose === true })
    await output.result(options.format === 'json' ? formatPlanFile(made) : text)
    if (options.out !== undefined) output.note(`Saved as ${options.out}. Apply exactly this with: planogram apply ${options.out}\n`)
    else if (made.steps.length > 0 && surroundings.stdout.isTTY === true)
      output.note('\n`planogram apply` reviews this plan and applies it.\n')
    return options.detailedExitcode === true && made.steps.length > 0 ? exitCodes.changes : exitCodes.done
  } finally {
    await connection.close()
  }
}

async function savePlan(made: Plan, path: string): Promise<void> {
  try {
    await writeFile(path, formatPlanFile(made))
  } catch (cause) {
    throw new OperationalError('file-unreadable', `Cannot write the plan to ${path} (${systemCodeOf(cause)}).`, {
      fix: 'Name a file in a folder that exists.',
      cause,
    })
  }
}
