import { OperationalError } from '../errors.ts'

/** What kind of answers are compared for their time. */
export type RequestKind = 'read' | 'write' | 'upload'

/** Why fewer requests are sent at the same time: 429 or 503, no answer in time, or answers that take three times as long as the best. */
export interface Slower {
  readonly reason: 'busy' | 'timeout' | 'slow'
  /** The most requests at the same time from now on. */
  readonly limit: number
}

/** How many requests may wait for their answers at the same time: a number that follows the answers. */
export interface RequestLimit {
  value(): number
  inFlight(): number
  /** Takes a place; call the result when the request is sent, and the result of that once, with its error where the request failed. */
  take(kind: RequestKind): () => (error?: unknown) => void
}

/** The start and the ceiling of a limit without a given one. */
export const firstLimit = 4
export const mostAtOnce = 16

/** Answers of one kind whose times are averaged. */
const windowSize = 20
/** An average below is never slow, in milliseconds. */
const leastSlowMs = 2_000

/**
 * Adds one for each round of answers in which more than half of the limit was in use, up to `most`, and halves it, down to 1, when the store is
 * busy, does not answer in time or answers slowly (docs/decisions/026-pace-and-barrier.md). What was sent before a change cannot
 * cause another one: several refusals of one moment halve it once.
 */
export function openRequestLimit(input: {
  readonly first: number
  readonly most: number
  readonly nowMs: () => number
  readonly onSlower: (slower: Slower) => void
}): RequestLimit {
  const { most, nowMs, onSlower } = input
  const times = { read: openTimes(), write: openTimes(), upload: openTimes() }
  let [limit, inFlight, answered, peak, round] = [input.first, 0, 0, 0, 0]

  function halve(reason: Slower['reason']): void {
    round += 1
    ;[answered, peak] = [0, inFlight]
    const lower = Math.max(1, Math.floor(limit / 2))
    if (lower === limit) return
    limit = lower
    onSlower({ reason, limit })
  }

  function grow(): void {
    answered += 1
    if (answered < limit) return
    if (2 * peak > limit) limit = Math.min(most, limit + 1)
    ;[answered, peak] = [0, inFlight]
  }

  return {
    value: () => limit,
    inFlight: () => inFlight,
    take(kind) {
      inFlight += 1
      peak = Math.max(peak, inFlight)
      return () => {
        const [sentAt, own] = [nowMs(), round]
        return (error) => {
          inFlight -= 1
          if (own !== round) return
          const reason = pressureOf(error) ?? (isAnswer(error) && times[kind].add(nowMs() - sentAt) ? 'slow' : undefined)
          if (reason !== undefined) halve(reason)
          else if (isAnswer(error)) grow()
        }
      }
    },
  }
}

function pressureOf(error: unknown): 'busy' | 'timeout' | undefined {
  const { status, reason } = error instanceof OperationalError ? error.context : {}
  if (status === 429 || status === 503) return 'busy'
  return reason === 'timeout' ? 'timeout' : undefined
}

/** True where the store answered, also with a refusal of what was sent. */
function isAnswer(error: unknown): boolean {
  return error === undefined || (error instanceof OperationalError && error.context['status'] !== undefined)
}

interface Times {
  /** True where the answers have become slow. */
  add(milliseconds: number): boolean
}

/** The times of one kind. A slowness that half the requests do not cure is the usual time from then on. */
function openTimes(): Times {
  let [count, sum] = [0, 0]
  let best = Number.POSITIVE_INFINITY
  let slow: number | undefined
  return {
    add(milliseconds) {
      count += 1
      sum += milliseconds
      if (count < windowSize) return false
      const average = sum / count
      ;[count, sum] = [0, 0]
      const isSlow = average >= leastSlowMs && average >= 3 * best
      const isUncured = isSlow && slow !== undefined && average > (2 / 3) * slow
      best = isUncured ? average : Math.min(best, average)
      slow = isSlow && !isUncured ? average : undefined
      return slow !== undefined
    },
  }
}
