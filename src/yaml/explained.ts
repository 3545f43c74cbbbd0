/** A mistake in YAML as it is reported: where it is, what it is and what to do. */
export interface Explained {
  readonly at: number
  /** End of the marked text; default one character after `at`. */
  readonly end?: number
  readonly message: string
  readonly fix: string
}
