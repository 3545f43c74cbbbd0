import { byCode } from '../source/by-code.ts'
import type { Problem } from './problem.ts'

/** Compares two problems by file, then by offset: negative, 0 or positive. */
export function byPlace(a: Problem, b: Problem): number {
  return byCode(a.at.file, b.at.file) || a.at.start - b.at.start
}

/** The problems by file and place, without repetitions. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>()
  const once = problems.filter(({ rule, at, message }) => {
    const identity = JSON.stringify([rule, at.file, at.start, message])
    return !seen.has(identity) && seen.add(identity)
  })
  return once.toSorted(byPlace)
}
