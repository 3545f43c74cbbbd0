import { briefProblem } from './brief-problem.ts'
import type { SourceSpan } from '../source/source.ts'
import type { Problem } from './problem.ts'

/** What the loader says of a place; `severity` is error where it is left out. */
export interface Finding {
  readonly rule: string
  readonly at: SourceSpan
  readonly message: string
  readonly fix?: string
  readonly severity?: 'error' | 'warning'
  readonly related?: { readonly message: string; readonly at: SourceSpan }
  readonly lacks?: Problem['lacks']
}

/** A problem with every property present, but for `lacks` where nothing is missing. */
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
