/** The error statuses of the Files API (assumptions.md F1, F8, F10). */
const reasons = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  502: 'Bad Gateway',
} as const

export type FileFaultStatus = keyof typeof reasons

/** A refused request of the Files API. `condition` is the element of RFC 4918 section 16 with the reason, if there is one. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
  readonly status: FileFaultStatus
  readonly condition: string | null
  /** The row of assumptions.md that the refusal is based on, or `null`. */
  assumption: string | null = null

  constructor(status: FileFaultStatus, message: string, condition: string | null = null) {
    super(message)
    this.status = status
    this.condition = condition
  }

  /** Sets the row of assumptions.md that the refusal is based on. */
  because(row: string): this {
    this.assumption = row
    return this
  }

  /** Status and reason phrase: the first line of the body. */
  get title(): string {
    return `${this.status} ${reasons[this.status]}`
  }
}
