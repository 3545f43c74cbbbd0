import type { Problem } from '../catalogue/problem.ts'

/** The order of files and of places in them. */
export function byPlace(a: Problem, b: Problem): number {
  return a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : a.at.start - b.at.start
}
