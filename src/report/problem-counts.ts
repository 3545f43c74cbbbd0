import type { Problem } from '../problems/problem.ts'
import { countOf } from '../source/counts.ts'

/** How many problems there are. */
export interface ProblemCounts {
  readonly errors: number
  readonly warnings: number
}

/** Counts problems by severity. */
export function countProblems(problems: readonly Problem[]): ProblemCounts {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: problems.length - errors }
}

/** The counts in words: "2 errors, 1 warning"; empty where there are no problems. */
export function countsText({ errors, warnings }: ProblemCounts, joint = ', '): string {
  return [...(errors > 0 ? [countOf(errors, 'error')] : []), ...(warnings > 0 ? [countOf(warnings, 'warning')] : [])].join(joint)
}
