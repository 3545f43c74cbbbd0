import type { Problem } from '../catalogue/problem.ts'

/** The order of files and of places in them. */
export function byPlace(a: Problem, b: Problem): number {
  return a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : a.at.start - b.at.start
}

/** Errors before warnings, each by file and place: what to look at first. */
export function worstFirst(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => weightOf(a) - weightOf(b) || byPlace(a, b))
}

function weightOf({ severity }: Problem): number {
  return severity === 'error' ? 0 : 1
}
