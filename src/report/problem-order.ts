import type { Problem } from '../catalogue/problem.ts'

/** Errors before warnings, each by file and place: what to look at first. */
export function worstFirst(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) => weightOf(a) - weightOf(b) || (a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : a.at.start - b.at.start),
  )
}

function weightOf({ severity }: Problem): number {
  return severity === 'error' ? 0 : 1
}
