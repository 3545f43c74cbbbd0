import type { SourcePlace, SourceSpan } from '../source/source.ts'

/**
 * Finds places as `locate` does, with one object for spans of a document that begin at the same place: the rows that options or defaults give to a
 * record are all declared where these are. Only the places of the last document are remembered.
 */
export function sharedPlaces(locate: (span: SourceSpan) => SourcePlace): (span: SourceSpan) => SourcePlace {
  let [file, byStart] = ['', new Map<number, SourcePlace>()]
  return (span) => {
    if (span.file !== file) [file, byStart] = [span.file, new Map()]
    const place = byStart.get(span.start) ?? locate(span)
    byStart.set(span.start, place)
    return place
  }
}
