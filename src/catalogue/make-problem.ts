import type { SourceSpan } from '../records/source.ts'
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
  return shortened({
    rule,
    severity: severity ?? 'error',
    message,
    fix: fix ?? null,
    at,
    related: related ?? null,
    ...(lacks && { lacks }),
  })
}

/** Nobody reads a longer sentence: it names a key or value that is as long as a document. */
const longest = 1_000

/** The problem with its sentences cut where they are longer than anybody reads. */
export function shortened(problem: Problem): Problem {
  const { message, fix } = problem
  if (message.length <= longest && (fix === null || fix.length <= longest)) return problem
  return { ...problem, message: cut(message), fix: fix === null ? null : cut(fix) }
}

function cut(sentence: string): string {
  return sentence.length <= longest ? sentence : `${sentence.slice(0, longest)}...`
}
