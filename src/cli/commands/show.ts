import { exitCodes } from '../../errors.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import type { GlobalOptions } from '../global-options.ts'
import { readSavedPlan } from '../plan-files.ts'
import { printPlan } from '../print-plan.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'
import type { ShowOptions } from './show-usage.ts'
import { viewOf } from './view-options.ts'

/** `planogram show <plan>`: prints a saved plan; needs neither a store nor the catalogue. */
export async function show(options: ShowOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const plan = await readSavedPlan(options.plan, { output, surroundings })
  const { format, chart } = options
  await printPlan(plan, {
    format,
    chart,
    verbose: global.verbose,
    view: viewOf(options),
    root: catalogueRoot(global, surroundings),
    live: null,
    output,
    surroundings,
  })
  return exitCodes.done
}
