import type { Problem } from '../problems/problem.ts'
import type { ProblemList } from '../problems/problem-list.ts'
import type { SourceSpan } from '../source/source.ts'
import { countProblems } from './problem-counts.ts'
import type { ProblemSources } from './problem-text.ts'
import { jsonText } from './json-text.ts'
import { sanitize } from './sanitize.ts'

/** The documents of a catalogue, and the number of its files. */
export interface CountedSources extends ProblemSources {
  readonly files: { readonly documents: number; readonly pictures: number }
}

/** Problems as JSON by `schemas/problems.schema.json`: paths from the catalogue root, lines and columns from 1. */
export function problemsJson(problems: readonly Problem[], sources: CountedSources): string {
  const { files, scope } = sources
  const placeOf = (span: SourceSpan): ProblemList['problems'][number]['at'] => {
    const { line, column } = sources.locate({ ...span, start: Math.max(span.start, span.end) })
    return { ...sources.locate(span), end: { line, column } }
  }
  const list: ProblemList = {
    format_version: 1,
    documents: files.documents,
    pictures: files.pictures,
    ...countProblems(problems),
    elsewhere: scope?.elsewhere ?? null,
    problems: problems.map(({ rule, severity, message, fix, at, related }) => ({
      rule,
      severity,
      message: sanitize(message),
      fix: fix === null ? null : sanitize(fix),
      at: placeOf(at),
      related: related && { message: sanitize(related.message), at: placeOf(related.at) },
    })),
  }
  return `${jsonText(list, 2)}\n`
}
