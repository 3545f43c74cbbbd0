import type { SourcePlace } from '../source/source.ts'
import { sanitizeLine } from './sanitize.ts'

/** A place in a document, harmless for a terminal: `products/tees.yaml:12:3`. */
export function placeText({ file, line, column }: SourcePlace): string {
  return `${sanitizeLine(file)}:${line}:${column}`
}

/** A line of a document, by its path from the root of the catalogue. */
export type LinePlace = Pick<SourcePlace, 'file' | 'line'>

/** The same without the column; empty for what is in no document. */
export function linePlaceText(place: LinePlace | null): string {
  // A joined text takes less memory than a concatenated one, and a plan has one for each change.
  return place === null ? '' : sanitizeLine([place.file, ':', place.line].join(''))
}

/** Reads a text of `linePlaceText`; `null` for an empty one. */
export function parseLinePlace(text: string): LinePlace | null {
  const [, file, line] = /^(.+):(\d+)$/.exec(text) ?? []
  return file === undefined ? null : { file, line: Number(line) }
}
