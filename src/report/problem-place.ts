import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { ProblemSources } from './problem-text.ts'

/** The start and the end of a problem in machine formats: lines and columns from 1, in characters; the end is exclusive. */
export interface ProblemPlace {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  /** `null` for a file without text, such as a picture. */
  readonly region: { readonly start: SourcePlace; readonly end: SourcePlace } | null
}

/** The documents of a catalogue, and its folder relative to the root of the repository; empty where it is the root. */
export interface PlacedSources extends Pick<ProblemSources, 'textOf' | 'locate' | 'scope'> {
  readonly folder: string
}

/** The place of a span. An empty span is extended to one character, so that it can be marked. */
export function problemPlace({ file, start, end }: SourceSpan, { textOf, locate, folder }: PlacedSources): ProblemPlace {
  const path = folder === '' ? file : `${folder}/${file}`
  const text = textOf(file)
  if (text === '') return { path, region: null }
  const from = locate({ file, start, end: start })
  const to = locate({ file, start: Math.max(end, start), end })
  const isEmpty = to.line === from.line && to.column <= from.column
  return { path, region: { start: from, end: isEmpty ? { ...from, column: from.column + 1 } : to } }
}
