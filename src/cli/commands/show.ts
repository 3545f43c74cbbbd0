import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exitCodes, OperationalError, systemCodeOf } from '../../errors.ts'
import type { Plan } from '../../plan/plan.ts'
import { formatPlanFile, parsePlanFile } from '../../plan/plan-file.ts'
import { planText } from '../../report/plan-text.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'
import type { ShowOptions } from './show-usage.ts'

/** `planogram show <plan>`: prints a saved plan; needs neither a store nor the catalogue. */
export async function show(options: ShowOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const plan = await readPlanFile(resolve(surroundings.cwd, options.plan))
  await output.result(
    options.format === 'json' ? formatPlanFile(plan) : planText(plan, output.theme, { width: output.planWidth, verbose: global.verbose }),
  )
  return exitCodes.done
}

/** Reads a plan that `plan --out` saved. Throws `file-unreadable` and `plan-file-broken`. */
export async function readPlanFile(path: string): Promise<Plan> {
  try {
    return parsePlanFile(await readFile(path, 'utf8'))
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause
    throw new OperationalError('file-unreadable', `Cannot read the plan ${path} (${systemCodeOf(cause)}).`, {
      fix: 'Make a plan with `planogram plan --out <file>`.',
      cause,
    })
  }
}
