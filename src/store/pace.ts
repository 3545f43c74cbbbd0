import { setTimeout as wait } from 'node:timers/promises'
import type { StoreSettings } from './store-settings.ts'
import { firstLimit, mostAtOnce, openRequestLimit, type RequestKind, type RequestLimit, type Slower } from './request-limit.ts'

/** How fast requests go to a store: at most so many in a second, and so many at the same time. */
export interface Pace {
  /** The most requests of this kind at the same time now. Who sends writes and uploads keeps to it; reads wait by themselves. */
  limit(kind: RequestKind): number
  /**
   * Waits for the turn of one write or upload, before it is recorded that it will be sent: the request itself then does not wait. `null` where
   * its turn is now.
   */
  reserve(): Promise<void> | null
  /** Calls `listener` each time the limit is lowered; returns how to stop that. */
  onSlower(listener: (slower: Slower) => void): () => void
}

/** The same for who sends the requests. */
export interface RequestPace extends Pace {
  /**
   * Waits for the turn of a request; call the result when it is answered, with its error where it failed. Where its turn is now, the result is
   * returned without a promise.
   */
  begin(kind: RequestKind): RequestEnd | Promise<RequestEnd>
}

type RequestEnd = (error?: unknown) => void

/** What decides a pace. */
export interface PaceSettings {
  /** The limit of the Data API at the start. */
  readonly first: number
  /** The limit of uploads at the start. */
  readonly firstUploads: number
  /** The highest limit. */
  readonly most: number
  /** Default: any number. */
  readonly requestsPerSecond?: number | undefined
  readonly sleep: (milliseconds: number) => Promise<void>
  /** A monotonic clock. */
  readonly nowMs: () => number
}

/** The pace of a store that nothing was sent to, with these settings. */
export function openStorePace({
  concurrency,
  requestsPerSecond,
  sleep = (milliseconds) => wait(milliseconds),
}: StoreSettings): RequestPace {
  return openPace({
    first: concurrency ?? firstLimit,
    firstUploads: concurrency ?? mostAtOnce,
    most: concurrency ?? mostAtOnce,
    requestsPerSecond,
    sleep,
    nowMs: () => performance.now(),
  })
}

/** The pace of a store that nothing was sent to. */
export function openPace({ requestsPerSecond, sleep, ...limits }: PaceSettings): RequestPace {
  const { nowMs } = limits
  const listeners = new Set<(slower: Slower) => void>()
  const limit = openRequestLimit({ ...limits, onSlower: (slower) => listeners.forEach((listener) => listener(slower)) })
  const takeToken = tokenBucket(requestsPerSecond, { sleep, nowMs })
  const waiting: (() => void)[] = []
  let reserved = 0
  const isFree = (): boolean => limit.isFree('read')

  /** Takes a place: a read when there is one, in the order of the calls; a write at once, since its sender keeps to the limit. */
  function takePlace(kind: RequestKind): ReturnType<RequestLimit['take']> | Promise<ReturnType<RequestLimit['take']>> {
    if (kind !== 'read' || (waiting.length === 0 && isFree())) return limit.take(kind)
    return new Promise((resolve) => waiting.push(() => resolve(limit.take(kind))))
  }

  function sendInTurn(kind: RequestKind, send: ReturnType<RequestLimit['take']>): RequestEnd | Promise<RequestEnd> {
    const isReserved = kind !== 'read' && reserved > 0
    if (isReserved) reserved -= 1
    const turn = isReserved ? null : takeToken()
    return turn ? turn.then(() => endOf(send)) : endOf(send)
  }

  function endOf(send: ReturnType<RequestLimit['take']>): RequestEnd {
    const end = send()
    return (error) => {
      end(error)
      while (waiting.length > 0 && isFree()) waiting.shift()?.()
    }
  }

  return {
    limit: (kind) => limit.value(kind),
    reserve() {
      const turn = takeToken()
      if (turn) return turn.then(() => void (reserved += 1))
      reserved += 1
      return null
    },
    onSlower(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin(kind) {
      const place = takePlace(kind)
      return place instanceof Promise ? place.then((send) => sendInTurn(kind, send)) : sendInTurn(kind, place)
    },
  }
}

/**
 * A bucket of one token: its function resolves when the next request may be sent, and returns `null` where it may be sent now. It holds no
 * more, since a full bucket would let twice as many requests through in one second as were asked for.
 */
function tokenBucket(perSecond: number | undefined, { sleep, nowMs }: Pick<PaceSettings, 'sleep' | 'nowMs'>): () => Promise<void> | null {
  if (perSecond === undefined) return () => null
  const gap = 1000 / perSecond
  let next = 0
  return () => {
    const now = nowMs()
    const at = Math.max(now, next)
    next = at + gap
    return at > now ? sleep(at - now) : null
  }
}
