import type { SourceSpan } from '../source/source.ts'
import type { Problem } from '../problems/problem.ts'

/** What a rule found: `subject` is the thing, `body` the rest of the sentence without its full stop. */
export interface Finding {
  readonly subject: string
  readonly body: string
  readonly fix: string | null
  readonly severity: Problem['severity']
  readonly at: SourceSpan
  readonly related?: Problem['related']
  readonly lacks?: Problem['lacks']
}

interface Folded {
  readonly rule: string
  readonly place: string
  readonly finding: Finding
  readonly subjects: Set<string>
}

/** The message of a problem without how many more it was folded of: another run, or another store, may have more or fewer. */
export function withoutFoldCount(message: string): string {
  return message.replace(/ \(and so for \d+ more\)$/, '')
}

/** What a problem was folded of. */
const origins = new WeakMap<Problem, Folded>()

/**
 * One problem for each place and sentence: a fault in a price list that forty products use is said once, with the
 * first of them and how many more.
 */
export function foldFindings(rule: string, findings: Iterable<Finding>): Problem[] {
  const byPlace = new Map<string, Folded>()
  for (const finding of findings) {
    const { file, start, end } = finding.at
    const place = JSON.stringify([file, start, end, finding.severity, finding.body])
    const known = byPlace.get(place)
    if (known) known.subjects.add(finding.subject)
    else byPlace.set(place, { rule, place, finding, subjects: new Set([finding.subject]) })
  }
  return [...byPlace.values()].map(problemOf)
}

/** Folds what was found in one part of a catalogue after the other. */
export function refold(problems: readonly Problem[]): Problem[] {
  const byPlace = new Map<string, Folded>()
  const first = problems.filter((problem) => {
    const folded = origins.get(problem)
    if (!folded) return true
    const place = `${folded.rule} ${folded.place}`
    const known = byPlace.get(place)
    if (known) for (const subject of folded.subjects) known.subjects.add(subject)
    else byPlace.set(place, folded)
    return known === undefined
  })
  return first.map((problem) => {
    const folded = origins.get(problem)
    return folded ? problemOf(folded) : problem
  })
}

function problemOf(folded: Folded): Problem {
  const { rule, finding, subjects } = folded
  const problem = {
    rule,
    severity: finding.severity,
    message: `${finding.subject} ${finding.body}${subjects.size > 1 ? ` (and so for ${subjects.size - 1} more)` : ''}`,
    fix: finding.fix,
    at: finding.at,
    related: finding.related ?? null,
    ...(finding.lacks && { lacks: finding.lacks }),
  }
  origins.set(problem, folded)
  return problem
}
