import type { TriedPlan } from '../workspace/remembered/tried-plan.ts'
import { whileLoading } from './live-line.ts'
import { programOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Runs one command line and returns its exit code. A `plan` is first compared with the one that is remembered, which loads neither the command
 * line nor the catalogue.
 */
export async function startProgram(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const tried = argv.includes('plan') && !argv.includes('--fresh') ? await tryRemembered(argv, surroundings) : undefined
  if (typeof tried === 'number') return tried
  const { runProgram } = await import('./run-program.ts')
  return runProgram(argv, tried ? { ...surroundings, tried } : surroundings)
}

async function tryRemembered(argv: readonly string[], surroundings: Surroundings): Promise<number | TriedPlan> {
  const output = programOutput({ color: 'auto', quiet: isTypedQuiet(argv) }, surroundings)
  const { repeatPlan } = await whileLoading(() => import('./remembered/repeat-plan.ts'), output, surroundings)
  try {
    return await repeatPlan(argv, surroundings)
  } catch (error) {
    const { reportError } = await import('./report-error.ts')
    return reportError(error, argv, surroundings)
  }
}

/** True for `--quiet`, and `-q` alone or among other letters: the options are not read yet. */
function isTypedQuiet(argv: readonly string[]): boolean {
  return argv.some((word) => /^(?:--quiet$|-\w*q)/.test(word))
}
