import { OperationalError } from '../errors.ts'
import { isAnswerLost, isBusy } from './failed-answer.ts'

/** The failures of one read, in order: resolves when the read may be sent again, rejects with the error to report where it may not. */
export type Failed = (error: unknown) => Promise<void>

/** Begins to count the failures of one read. */
export type BeginRead = () => Failed

/** How to wait, and what spreads the waits of several readers. */
export interface Waiting {
  readonly sleep: (milliseconds: number) => Promise<void>
  /** From 0 up to 1. */
  readonly random: () => number
}

const mostTries = 6
const firstPauseMs = 250
/** Longest time from the first failure to the last attempt. */
const longestMs = 60_000

/**
 * Reads are sent up to six times within a minute: after an answer that was lost, cut off or none of the platform, and while the store is
 * busy, for as long as its Retry-After says. The pause doubles from a quarter of a second; half of it is random. The last error says how
 * often the read was tried.
 */
export function repeatReads({ sleep, random }: Waiting): BeginRead {
  return () => {
    let tries = 0
    let waited = 0
    let firstFailure: number | undefined
    return async (error) => {
      tries += 1
      firstFailure ??= performance.now()
      const pause = pauseAfter(error, firstPauseMs * 2 ** (tries - 1) * (0.5 + random() / 2))
      const spent = Math.max(waited, performance.now() - firstFailure)
      if (pause === undefined || tries === mostTries || spent + pause > longestMs) throw withTries(error, tries)
      waited += pause
      await sleep(pause)
    }
  }
}

/** Calls `read` until it succeeds or may not be repeated. */
export async function repeated<T>(failed: Failed, read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      await failed(error)
    }
  }
}

/** Milliseconds before a read may be repeated; `undefined` where another attempt would end the same. */
function pauseAfter(error: unknown, backOff: number): number | undefined {
  if (!(error instanceof OperationalError)) return undefined
  const { status, retryAfter, reason } = error.context
  if (isBusy(error)) return (typeof retryAfter === 'number' ? retryAfter * 1000 : 0) + backOff
  // A time-out has waited long enough; a proxy that compresses otherwise, and an address that redirects, go on doing so.
  const isLasting = reason === 'timeout' || reason === 'coding' || (typeof status === 'number' && status >= 300 && status < 400)
  return isAnswerLost(error) && !isLasting ? backOff : undefined
}

function withTries(error: unknown, tries: number): unknown {
  if (tries === 1 || !(error instanceof OperationalError)) return error
  const { code, message, fix, context, cause } = error
  return new OperationalError(code, `${message} It was tried ${tries} times.`, { fix, cause, context: { ...context, tries } })
}
