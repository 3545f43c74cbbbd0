/** An answer of the Data API before it is sent. */
export interface DataAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body in pieces; none for an answer without a body. */
  readonly pieces: Iterable<string>
}

/** The body of a write that has no records to show (assumptions.md W3): `rsp` as in the errors, with `stat="ok"`. */
export const okText = '<?xml version="1.0" encoding="UTF-8"?>\n<rsp stat="ok" version="3.0"/>\n'
