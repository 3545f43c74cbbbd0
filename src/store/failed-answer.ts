import { OperationalError } from '../errors.ts'

/**
 * What a request that failed did, in `context.answer` of its error (docs/assumptions.md W5). `refused`: the store did not perform it, so
 * that it can be sent again (but for what it wrote of a body that is not atomic, W4). `lost`: the store may have performed it, may still
 * do so, or has done nothing.
 */
export type FailedAnswer = 'refused' | 'lost'

/** True where it is unknown what the request did. */
export function isAnswerLost(error: unknown): error is OperationalError {
  return error instanceof OperationalError && error.context['answer'] === 'lost'
}

/** True where the store had too much to do and did nothing: 429, or 503 with Retry-After. */
export function isBusy(error: unknown): error is OperationalError {
  if (!(error instanceof OperationalError)) return false
  const { status, answer } = error.context
  return status === 429 || (status === 503 && answer === 'refused')
}

/** Server errors that name a reason for which nothing was performed (RFC 9110, RFC 4918, RFC 6585). */
const notPerformed: ReadonlySet<number> = new Set([501, 505, 507, 511])

/**
 * What a status other than 2xx means for the request. A gateway that gave up, and a server that failed, may have performed it. 408 says that
 * the request did not arrive in time (RFC 9110, section 15.5.9); a gateway sends it also where the store behind it did not answer in time.
 */
export function answerOfStatus(status: number, hasRetryAfter: boolean): FailedAnswer {
  if (status === 408) return 'lost'
  if (status >= 400 && status < 500) return 'refused'
  if (status === 503 && hasRetryAfter) return 'refused'
  return notPerformed.has(status) ? 'refused' : 'lost'
}

/** The headers of an answer; names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What Retry-After asks for. */
export interface RetryAfter {
  readonly isGiven: boolean
  /** Whole seconds; `null` where the header is missing or not understood. */
  readonly seconds: number | null
}

/** Reads Retry-After: seconds, or a date, which counts from the Date header of the same answer. */
export function retryAfterOf(headers: AnswerHeaders): RetryAfter {
  const given = headers['retry-after']
  if (typeof given !== 'string' || given.trim() === '') return { isGiven: false, seconds: null }
  if (/^\d{1,6}$/.test(given.trim())) return { isGiven: true, seconds: Number(given) }
  const { date } = headers
  const milliseconds = Date.parse(given) - Date.parse(typeof date === 'string' ? date : '')
  return { isGiven: true, seconds: Number.isNaN(milliseconds) ? null : Math.max(0, Math.ceil(milliseconds / 1000)) }
}
