import { resolve } from 'node:path'
import { exitCodes, invariant } from '../../errors.ts'
import { planText } from '../../report/plan-text.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import { printPlanFile, readPlanFile } from '../saved-plan.ts'
import type { Surroundings } from '../surroundings.ts'

/** `planogram show <plan>`: a saved plan, without a store and without the catalogue. */
export async function show(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  invariant(options.plan !== undefined, 'show was started without a plan file')
  const output = programOutput(options, surroundings)
  const plan = await readPlanFile(resolve(surroundings.cwd, options.plan))
  if (options.format === 'json') await printPlanFile(plan, output)
  else await output.result(planText(plan, output.theme, { width: output.width, verbose: options.verbose === true }))
  return exitCodes.done
}
