import { briefProblem } from './brief-problem.ts'
import type { SourceSpan } from '../source/source.ts'
import type { Problem } from './problem.ts'

/** What was found at a place: a problem without the properties that have a default; `severity` defaults to `error`. */
export interface Finding {
  readonly rule: string
  readonly at: SourceSpan
  readonly message: string
  readonly fix?: string | null
  readonly severity?: 'error' | 'warning'
  readonly related?: Problem['related']
  readonly lacks?: Problem['lacks']
}

/** The problem of a finding, long values shortened. Every property is present, except `lacks` where no record is missing. */
export function makeProblem({ rule, at, message, fix, severity, related, lacks }: Finding): Problem {
  return briefProblem({
    rule,
    severity: severity ?? 'error',
    message,
    fix: fix ?? null,
    at,
    related: related ?? null,
    ...(lacks && { lacks }),
  })
}
