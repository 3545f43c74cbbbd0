/** The program's exit codes (design.md section 7). */
export const exitCodes = {
  done: 0,
  error: 1,
  changes: 2,
  guard: 3,
  stale: 4,
  declined: 5,
  partial: 6,
  lease: 7,
  usage: 64,
  invalid: 65,
  interrupted: 130,
  terminated: 143,
} as const

/** What can go wrong outside of the program: one code per kind, with the exit code that a command returns. */
const operationalCodes = {
  'config-missing': exitCodes.error,
  'config-invalid': exitCodes.invalid,
  'catalogue-invalid': exitCodes.invalid,
  'store-unknown': exitCodes.usage,
  'store-unreachable': exitCodes.error,
  'store-refused-key': exitCodes.error,
  'store-fault': exitCodes.error,
  'store-answer-broken': exitCodes.error,
  'store-incomplete': exitCodes.error,
  'files-fault': exitCodes.error,
  'file-unreadable': exitCodes.error,
  'sharp-missing': exitCodes.error,
  'file-unwritable': exitCodes.error,
  'plan-file-broken': exitCodes.error,
  'plan-stale': exitCodes.stale,
  'guard-tripped': exitCodes.guard,
  'no-terminal': exitCodes.declined,
  declined: exitCodes.declined,
  'state-broken': exitCodes.error,
  'port-taken': exitCodes.error,
  'work-unsaved': exitCodes.error,
  'wrong-usage': exitCodes.usage,
  interrupted: exitCodes.interrupted,
} as const

export type OperationalCode = keyof typeof operationalCodes

/**
 * The world is wrong, the program is not: `message` says what happened and to what, `fix` what to do.
 * Never holds a key, a token or a password. Bugs are plain errors (`invariant`).
 */
export class OperationalError extends Error {
  override readonly name = 'OperationalError'
  readonly code: OperationalCode
  readonly fix: string | undefined
  readonly context: Readonly<Record<string, string | number>>

  constructor(
    code: OperationalCode,
    message: string,
    more: { fix?: string; context?: Readonly<Record<string, string | number>>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.fix = more.fix
    this.context = more.context ?? {}
  }

  /** The exit code that a command returns when this error ends it. */
  get exitCode(): number {
    return operationalCodes[this.code]
  }
}

/** What the operating system calls an error, such as `EACCES`. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}

/** Stops the program where it is wrong itself: `message` says what was assumed. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`This is a bug in planogram: ${message}`)
}
