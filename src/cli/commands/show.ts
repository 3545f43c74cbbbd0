import { resolve } from 'node:path'
import { exitCodes } from '../../errors.ts'
import { planText } from '../../report/plan-text.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import { planFileBlocks, readPlanFile } from '../../workspace/saved-plan.ts'
import type { Surroundings } from '../surroundings.ts'
import type { ShowOptions } from './show-usage.ts'

/** `planogram show <plan>`: prints a saved plan; needs neither a store nor the catalogue. */
export async function show(options: ShowOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const plan = await readPlanFile(resolve(surroundings.cwd, options.plan))
  if (options.format === 'json') for (const block of planFileBlocks(plan)) await output.result(block)
  else await output.result(planText(plan, output.theme, { width: output.planWidth, verbose: global.verbose }))
  return exitCodes.done
}
