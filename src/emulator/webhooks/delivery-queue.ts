import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryLog } from './delivery-log.ts'
import type { Sender } from './sender.ts'

/** Sends what the log holds as pending, some at a time, in the order of the events. */
export interface DeliveryQueue {
  /** Something may be pending; spares a look at the log after every write. */
  expect(): void
  /** Starts in the background what is expected. */
  flush(): void
  setPaused(paused: boolean): void
  /** Counts work that is on its way. */
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when nothing is on its way and nothing waits, but for what a pause holds back. */
  settled(): Promise<void>
  /** Starts nothing more, lets what is on its way end for half a second, then cuts it. */
  close(): Promise<void>
}

const mostAtOnce = 8
const graceMs = 500

/** A queue over a log and its sender. */
export function createDeliveryQueue(log: DeliveryLog, sender: Sender): DeliveryQueue {
  const running = new Set<Promise<unknown>>()
  const state = { paused: false, closed: false, scheduled: false, expected: true }

  function track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  function pump(): void {
    state.scheduled = false
    while (!state.paused && !state.closed && running.size < mostAtOnce) {
      const next = log.takeNext()
      if (!next) {
        state.expected = false
        return
      }
      void track(sender.deliver(next)).finally(flush)
    }
  }

  function flush(): void {
    if (!state.expected || state.scheduled || state.paused || state.closed) return
    state.scheduled = true
    setImmediate(pump)
  }

  return {
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
    settled: async () => {
      while (state.scheduled || running.size > 0 || (!state.paused && !state.closed && log.isAnyPending())) {
        flush()
        await wait(1)
      }
    },
    close: async () => {
      state.closed = true
      await Promise.race([Promise.allSettled(running), wait(graceMs, undefined, { ref: false })])
      sender.cut()
      await Promise.allSettled(running)
    },
  }
}
