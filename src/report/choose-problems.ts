import type { Problem } from '../problems/problem.ts'
import { byPlace } from '../problems/sort-problems.ts'

/** Problems in the order of files and places: those to show, and the rest. */
export interface ChosenProblems {
  readonly shown: readonly Problem[]
  readonly hidden: readonly Problem[]
}

/** Selects at most `most` problems: errors before warnings, and rules in turn, so that a rule with a thousand problems does not hide the others. */
export function chooseProblems(problems: readonly Problem[], most: number): ChosenProblems {
  const ordered = problems.toSorted(byPlace)
  if (ordered.length <= most) return { shown: ordered, hidden: [] }
  const ranked = (['error', 'warning'] as const).flatMap((severity) =>
    rulesInTurn(ordered.filter((problem) => problem.severity === severity)),
  )
  const chosen = new Set(ranked.slice(0, most))
  return { shown: ordered.filter((problem) => chosen.has(problem)), hidden: ordered.filter((problem) => !chosen.has(problem)) }
}

/** The first problem of each rule, then the second of each, and so on. */
function rulesInTurn(problems: readonly Problem[]): Problem[] {
  const turns: Problem[][] = []
  for (const own of Map.groupBy(problems, ({ rule }) => rule).values()) {
    for (const [turn, problem] of own.entries()) (turns[turn] ??= []).push(problem)
  }
  return turns.flat()
}
