/** A syntax error in YAML as it is reported: where it is, what is wrong and what to do. */
export interface Explanation {
  /** Offset of the mark. */
  readonly at: number
  /** End of the mark; default one character after `at`. */
  readonly end?: number
  readonly message: string
  readonly fix: string
}

/** An offset in the text of a document. */
export interface TextPosition {
  readonly text: string
  readonly at: number
}
