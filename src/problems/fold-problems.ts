import type { Problem } from './problem.ts'

/**
 * Each problem that several records have at one place once, in the order of the first: a gap in a price list that forty products use
 * is one problem that names the first product and the number of the others. Problems without `folded` are left as they are.
 */
export function foldProblems(problems: readonly Problem[]): Problem[] {
  const places = new Map<string | Problem, { readonly problem: Problem; readonly subjects: Set<string> }>()
  for (const problem of problems) {
    const place = placeOf(problem)
    const known = places.get(place)
    if (!known) places.set(place, { problem, subjects: new Set(problem.folded?.subjects) })
    else for (const subject of problem.folded?.subjects ?? []) known.subjects.add(subject)
  }
  return [...places.values()].map(({ problem, subjects }) => withSubjects(problem, subjects))
}

/** The message of a problem without the number of other records: another run, or another store, may have more or fewer. */
export function sentenceOf({ folded, message }: Problem): string {
  return folded ? `${folded.subjects[0] ?? ''} ${folded.body}` : message
}

/** Equal for problems that are one. */
function placeOf(problem: Problem): string | Problem {
  const { rule, severity, at, folded } = problem
  return folded ? JSON.stringify([rule, severity, at.file, at.start, at.end, folded.body]) : problem
}

function withSubjects(problem: Problem, subjects: ReadonlySet<string>): Problem {
  const { folded } = problem
  if (!folded || subjects.size === folded.subjects.length) return problem
  const all = { ...problem, folded: { ...folded, subjects: [...subjects] } }
  return { ...all, message: `${sentenceOf(all)} (and ${subjects.size - 1} more)` }
}
