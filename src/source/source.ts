/** Where a value is written: offsets (UTF-16 units) in the text of a document; `file` is its path from the catalogue root. */
export interface SourceSpan {
  readonly file: string
  readonly start: number
  readonly end: number
}

/** A place for people: line and column, counted from 1. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}
