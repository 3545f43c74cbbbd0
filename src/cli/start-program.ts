import type { Surroundings } from './surroundings.ts'

/**
 * Runs one command line and returns its exit code. A `plan` is first compared with the one that is remembered, which loads neither the command
 * line nor the catalogue.
 */
export async function startProgram(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const isPlan = argv.includes('plan') && !argv.includes('--fresh')
  if (!isPlan) return (await import('./run-program.ts')).runProgram(argv, surroundings)
  const { repeatPlan } = await import('./remembered/repeat-plan.ts')
  const tried = await repeatPlan(argv, surroundings)
  if (typeof tried === 'number') return tried
  const { runProgram } = await import('./run-program.ts')
  return runProgram(argv, { ...surroundings, tried })
}
