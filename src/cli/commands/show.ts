import { exitCodes } from '../../errors.ts'
import type { GlobalOptions } from '../global-options.ts'
import { formatPlan, readSavedPlan } from '../plan-files.ts'
import { programOutput } from '../program-output.ts'
import { planFileBlocks } from '../../workspace/saved-plan.ts'
import type { Surroundings } from '../surroundings.ts'
import type { ShowOptions } from './show-usage.ts'
import { viewOf } from './view-options.ts'

/** `planogram show <plan>`: prints a saved plan; needs neither a store nor the catalogue. */
export async function show(options: ShowOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const plan = await readSavedPlan(options.plan, { output, surroundings })
  if (options.format === 'json') for (const block of planFileBlocks(plan)) await output.result(block)
  else await output.result(formatPlan(plan, { output, surroundings, verbose: global.verbose, view: viewOf(options), to: 'stdout' }))
  return exitCodes.done
}
