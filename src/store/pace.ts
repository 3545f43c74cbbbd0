import { setTimeout as wait } from 'node:timers/promises'
import { OperationalError } from '../errors.ts'
import type { StoreSettings } from './store-settings.ts'
import { openTurns, type TurnClock } from './turns.ts'
import { firstLimit, mostAtOnce, openRequestLimit, type RequestKind, type RequestLimit, type Slower } from './request-limit.ts'

/** How fast requests go to a store: at most so many in a second, and so many at the same time. */
export interface Pace {
  /** The most requests of this kind at the same time now. Who sends writes and uploads keeps to it; reads wait by themselves. */
  limit(kind: RequestKind): number
  /**
   * Waits for the turn of one write or upload, before it is recorded that it will be sent: the request itself then does not wait. Where `stop` is
   * aborted, the wait ends at once, without a turn. `null` where its turn is now.
   */
  reserve(stop?: AbortSignal): Promise<void> | null
  /** Rejects the reads that wait for their turn with `interrupted`: they were not sent. Reads that begin later wait as any other. */
  dropWaiting(): void
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
export interface PaceSettings extends TurnClock {
  /** The limit of the Data API at the start. */
  readonly first: number
  /** The limit of uploads at the start. */
  readonly firstUploads: number
  /** The highest limit. */
  readonly most: number
  /** Default: any number. */
  readonly requestsPerSecond?: number | undefined
}

/** The pace of a store that nothing was sent to, with these settings. */
export function openStorePace({ concurrency, requestsPerSecond, sleep = pauseFor }: StoreSettings): RequestPace {
  return openPace({
    first: concurrency ?? firstLimit,
    firstUploads: concurrency ?? mostAtOnce,
    most: concurrency ?? mostAtOnce,
    requestsPerSecond,
    sleep,
    nowMs: () => performance.now(),
  })
}

async function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    if (signal?.aborted !== true) throw error
  })
}

/** The pace of a store that nothing was sent to. */
export function openPace({ requestsPerSecond, sleep, ...limits }: PaceSettings): RequestPace {
  const { nowMs } = limits
  const listeners = new Set<(slower: Slower) => void>()
  const limit = openRequestLimit({ ...limits, onSlower: (slower) => listeners.forEach((listener) => listener(slower)) })
  const turns = openTurns(requestsPerSecond, { sleep, nowMs })
  const places = openPlaces(limit)
  let readers = new AbortController()
  let reserved = 0

  function sendInTurn(kind: RequestKind, place: Place): RequestEnd | Promise<RequestEnd> {
    const isReserved = kind !== 'read' && reserved > 0
    if (isReserved) reserved -= 1
    const turn = isReserved ? null : turns.take(kind === 'read' ? readers.signal : undefined)
    if (!turn) return places.begin(place)
    return turn.then((hasTurn) => {
      const end = places.begin(place)
      if (hasTurn) return end
      end(stoppedBefore())
      throw stoppedBefore()
    })
  }

  return {
    limit: (kind) => limit.value(kind),
    reserve(stop) {
      const turn = turns.take(stop)
      if (turn) return turn.then((hasTurn) => void (reserved += hasTurn ? 1 : 0))
      reserved += 1
      return null
    },
    dropWaiting() {
      // Without a rate nobody waits for long.
      if (requestsPerSecond === undefined) return
      places.dropWaiting()
      readers.abort()
      readers = new AbortController()
    },
    onSlower(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin(kind) {
      const place = places.take(kind)
      return place instanceof Promise ? place.then((found) => sendInTurn(kind, found)) : sendInTurn(kind, place)
    },
  }
}

type Place = ReturnType<RequestLimit['take']>

/** The places of requests below a limit. */
interface Places {
  /** Takes a place: a read when there is one, in the order of the calls; a write at once, since its sender keeps to the limit. */
  take(kind: RequestKind): Place | Promise<Place>
  /** The request of a place is sent now; call the result when it is answered. */
  begin(place: Place): RequestEnd
  /** Rejects the reads that wait for a place. */
  dropWaiting(): void
}

function openPlaces(limit: RequestLimit): Places {
  const waiting: { readonly take: () => void; readonly drop: () => void }[] = []
  const isFree = (): boolean => limit.isFree('read')
  return {
    take(kind) {
      if (kind !== 'read' || (waiting.length === 0 && isFree())) return limit.take(kind)
      return new Promise((resolve, reject) => waiting.push({ take: () => resolve(limit.take(kind)), drop: () => reject(stoppedBefore()) }))
    },
    begin(place) {
      const end = place()
      return (error) => {
        end(error)
        while (waiting.length > 0 && isFree()) waiting.shift()?.take()
      }
    },
    dropWaiting() {
      for (const { drop } of waiting.splice(0)) drop()
    },
  }
}

/** The error of a request that a stopped run did not send. */
export function stoppedBefore(): OperationalError {
  return new OperationalError('interrupted', 'The run was stopped before the request was sent.', { context: { answer: 'refused' } })
}
