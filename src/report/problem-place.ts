import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { ProblemSources } from './problem-text.ts'

/** Where a problem begins and ends, as machines are told: lines and columns from 1, in characters; the end is behind the last one. */
export interface ProblemPlace {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  /** `null` for a file without a text that is shown, such as a picture. */
  readonly region: { readonly start: SourcePlace; readonly end: SourcePlace } | null
}

/** Sources of a catalogue, and its folder seen from the root of the repository; empty where it is the root. */
export interface PlacedSources extends Pick<ProblemSources, 'textOf' | 'locate' | 'scope'> {
  readonly folder: string
}

/** The place of a span. An empty span is given one character, so that there is something to mark. */
export function problemPlace({ file, start, end }: SourceSpan, { textOf, locate, folder }: PlacedSources): ProblemPlace {
  const path = folder === '' ? file : `${folder}/${file}`
  const text = textOf(file)
  if (text === '') return { path, region: null }
  const from = locate({ file, start, end: start })
  const to = locate({ file, start: Math.max(end, start), end })
  const isEmpty = to.line === from.line && to.column <= from.column
  return { path, region: { start: from, end: isEmpty ? { ...from, column: from.column + 1 } : to } }
}
