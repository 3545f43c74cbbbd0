import { OperationalError } from '../errors.ts'

/** What kind of answers are compared for their time. */
export type RequestKind = 'read' | 'write' | 'upload'

/** Why fewer requests are sent at the same time: 429 or 503, no answer in time, or answers that take three times as long as the best. */
export interface Slower {
  readonly reason: 'busy' | 'timeout' | 'slow'
  /** The most requests at the same time from now on. */
  readonly limit: number
}

/**
 * How many requests may wait for their answers at the same time: a number that follows the answers. The Data API and the uploads have a
 * number each, since a file is little work for the server and a request with many records is much.
 */
export interface RequestLimit {
  /** The limit for requests of this kind. */
  value(kind: RequestKind): number
  /** True while one more request of this kind keeps to its limit, and all together to the highest one. */
  isFree(kind: RequestKind): boolean
  /** Takes a place; call the result when the request is sent, and the result of that once, with its error where the request failed. */
  take(kind: RequestKind): () => (error?: unknown) => void
}

/** Without a configured limit: the first limit of the Data API, and the highest one, at which uploads start. */
export const firstLimit = 4
export const mostAtOnce = 16

/** Answers of one kind whose times are averaged. */
const windowSize = 20
/** An average below is never slow, in milliseconds. */
const leastSlowMs = 2_000

/** Requests that share a limit. */
interface Area {
  limit: number
  inFlight: number
  /** Answers of this round, and the most requests in flight in it. */
  answered: number
  peak: number
}

function openArea(limit: number): Area {
  return { limit, inFlight: 0, answered: 0, peak: 0 }
}

/**
 * Adds one for each round of answers in which more than half of the limit was in use, up to `most`, and halves it, down to 1, when the store is
 * busy, does not answer in time or answers slowly (docs/decisions/026-pace-and-barrier.md). That concerns the store, so both limits are
 * halved. What was sent before a change cannot cause another one: several refusals of one moment halve it once.
 */
export function openRequestLimit(input: {
  readonly first: number
  readonly firstUploads: number
  readonly most: number
  readonly nowMs: () => number
  readonly onSlower: (slower: Slower) => void
}): RequestLimit {
  const { most, nowMs, onSlower } = input
  const times = { read: openTimes(), write: openTimes(), upload: openTimes() }
  const [records, uploads] = [openArea(input.first), openArea(input.firstUploads)]
  const areaOf = (kind: RequestKind): Area => (kind === 'upload' ? uploads : records)
  let round = 0

  function halve(cause: Area, reason: Slower['reason']): void {
    round += 1
    const before = cause.limit
    for (const area of [records, uploads]) {
      area.limit = Math.max(1, Math.floor(area.limit / 2))
      beginRound(area)
    }
    if (cause.limit < before) onSlower({ reason, limit: cause.limit })
  }

  function grow(area: Area): void {
    area.answered += 1
    if (area.answered < area.limit) return
    if (2 * area.peak > area.limit) area.limit = Math.min(most, area.limit + 1)
    beginRound(area)
  }

  return {
    value: (kind) => areaOf(kind).limit,
    isFree: (kind) => areaOf(kind).inFlight < areaOf(kind).limit && records.inFlight + uploads.inFlight < most,
    take(kind) {
      const area = areaOf(kind)
      area.inFlight += 1
      area.peak = Math.max(area.peak, area.inFlight)
      return () => {
        const [sentAt, own] = [nowMs(), round]
        return (error) => {
          area.inFlight -= 1
          if (own !== round) return
          const reason = pressureOf(error) ?? (isAnswer(error) && times[kind].add(nowMs() - sentAt) ? 'slow' : undefined)
          if (reason !== undefined) halve(area, reason)
          else if (isAnswer(error)) grow(area)
        }
      }
    },
  }
}

function beginRound(area: Area): void {
  area.answered = 0
  area.peak = area.inFlight
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
