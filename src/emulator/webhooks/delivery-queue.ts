import { setTimeout as wait } from 'node:timers/promises'
import { openLanes } from './delivery-lanes.ts'
import type { DeliveryLog } from './delivery-log.ts'
import type { Sender } from './sender.ts'

/** Sends the pending deliveries of the log from `start` to `close`, to each address in the order of the events and a few at a time. */
export interface DeliveryQueue {
  start(): void
  /** There may be pending deliveries. Saves a query of the log after every write. */
  expect(): void
  /** Starts pending deliveries in the background. */
  flush(): void
  setPaused(paused: boolean): void
  /** After the log was replaced: ends what is under way without noting it, and sends what is pending now. */
  restart(): void
  /** Counts running work. */
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when no delivery is running or pending, except those that a pause holds back. */
  settled(): Promise<void>
  /** Starts no more deliveries, waits up to half a second for running ones, then aborts them. */
  close(): Promise<void>
}

/** Deliveries under way. */
const mostAtOnce = 32
const graceMs = 500

/** Work that is running, and how it is counted as such. */
function trackWork(): { readonly running: ReadonlySet<Promise<unknown>>; readonly track: DeliveryQueue['track'] } {
  const running = new Set<Promise<unknown>>()
  return {
    running,
    track: (work) => {
      const tracked = work.finally(() => running.delete(tracked))
      running.add(tracked)
      return tracked
    },
  }
}

/** A queue over a log and its sender. */
export function createDeliveryQueue(log: DeliveryLog, sender: Sender): DeliveryQueue {
  const { running, track } = trackWork()
  const startNext = openLanes(log, sender)
  const state = { open: false, paused: false, scheduled: false, expected: true }

  function pump(): void {
    state.scheduled = false
    while (state.open && !state.paused && running.size < mostAtOnce) {
      const started = startNext()
      if (typeof started === 'string') {
        state.expected = started === 'later'
        return
      }
      void track(started).finally(flush)
    }
  }

  function flush(): void {
    if (!state.open || !state.expected || state.scheduled || state.paused) return
    state.scheduled = true
    setImmediate(pump)
  }

  return {
    start: () => {
      state.open = true
      flush()
    },
    track,
    flush,
    expect: () => {
      state.expected = true
    },
    setPaused: (paused) => {
      state.paused = paused
      state.expected = true
      flush()
    },
    restart: () => {
      sender.forget()
      state.expected = true
      flush()
    },
    settled: async () => {
      while (state.scheduled || running.size > 0 || (state.open && !state.paused && log.isAnyPending())) {
        flush()
        await wait(1)
      }
    },
    close: async () => {
      state.open = false
      await Promise.race([Promise.allSettled(running), wait(graceMs, undefined, { ref: false })])
      sender.abort()
      await Promise.allSettled(running)
    },
  }
}
