import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exitCodes, invariant, OperationalError, systemCodeOf } from '../../errors.ts'
import type { Plan } from '../../plan/plan.ts'
import { formatPlanFile, parsePlanFile } from '../../plan/plan-file.ts'
import { planText } from '../../report/plan-text.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'

/** `planogram show <plan>`: a saved plan, without a store and without the catalogue. */
export async function show(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  invariant(options.plan !== undefined, 'show was started without a plan file')
  const output = programOutput(options, surroundings)
  const plan = await readPlanFile(resolve(surroundings.cwd, options.plan))
  await output.result(
    options.format === 'json'
      ? formatPlanFile(plan)
      : planText(plan, output.theme, { width: output.width, verbose: options.verbose === true }),
  )
  return exitCodes.done
}

/** Reads a plan that `plan --out` saved. A file that is not there or is no plan is an `OperationalError`. */
export async function readPlanFile(path: string): Promise<Plan> {
  try {
    return parsePlanFile(await readFile(path, 'utf8'))
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause
    throw new OperationalError('file-unreadable', `Cannot read the plan ${path} (${systemCodeOf(cause)}).`, {
      fix: 'Make one with `planogram plan --out <file>`.',
      cause,
    })
  }
}
