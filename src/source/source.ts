/** Where a value was written: offsets (UTF-16 units) in the text of a document, named from the catalogue root. */
export interface SourceSpan {
  readonly file: string
  readonly start: number
  readonly end: number
}

/** A place as people read it: line and column count from 1. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}
