import type { SourceSpan } from '../source/source.ts'
import { foldProblems } from '../problems/fold-problems.ts'
import type { Problem } from '../problems/problem.ts'

/** A problem of one record at a place that other records may share. */
export interface Finding {
  /** The name of the record, with which the message begins. */
  readonly subject: string
  /** The rest of the message. */
  readonly body: string
  readonly fix: string | null
  readonly severity: Problem['severity']
  readonly at: SourceSpan
  readonly related?: Problem['related']
  readonly lacks?: Problem['lacks']
}

/** The findings of a rule as problems, one for each place and body. */
export function foldFindings(rule: string, findings: Iterable<Finding>): Problem[] {
  const problems: Problem[] = []
  for (const finding of findings) problems.push(problemOf(rule, finding))
  return problems.length < 2 ? problems : foldProblems(problems)
}

function problemOf(rule: string, { subject, body, fix, severity, at, related, lacks }: Finding): Problem {
  const message = `${subject} ${body}`
  return { rule, severity, message, fix, at, related: related ?? null, ...(lacks && { lacks }), folded: { subjects: [subject], body } }
}
