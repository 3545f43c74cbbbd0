import { exitCodes } from '../../errors.ts'
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
  await printPlan(plan, { ...options, view: viewOf(options), live: null }, { output, surroundings, global })
  return exitCodes.done
}
