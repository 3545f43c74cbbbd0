import type { Problem } from '../catalogue/problem.ts'
import type { SourcePlace, SourceSpan } from '../records/source.ts'
import type { ProblemSources } from './problem-text.ts'
import { sanitize } from './sanitize.ts'

/** A catalogue whose problems are printed. */
export interface CountedSources extends ProblemSources {
  readonly files: { readonly documents: number; readonly pictures: number }
}

interface JsonPlace extends SourcePlace {
  /** Behind the last character. */
  readonly end: { readonly line: number; readonly column: number }
}

/** Problems as JSON for scripts: files from the catalogue root, lines and columns from 1. */
export function problemsJson(problems: readonly Problem[], sources: CountedSources): string {
  const { files } = sources
  const placeOf = (span: SourceSpan): JsonPlace => {
    const { line, column } = sources.locate({ ...span, start: Math.max(span.start, span.end) })
    return { ...sources.locate(span), end: { line, column } }
  }
  const listed = problems.map(({ rule, severity, message, fix, at, related }) => ({
    rule,
    severity,
    message: sanitize(message),
    fix: fix === null ? null : sanitize(fix),
    at: placeOf(at),
    related: related && { message: sanitize(related.message), at: placeOf(related.at) },
  }))
  return `${JSON.stringify({ documents: files.documents, pictures: files.pictures, problems: listed }, null, 2)}\n`
}
