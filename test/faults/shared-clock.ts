import type { RunClock } from '../../src/apply/clock.ts'

/**
 * The one clock of all processes of a case, and of the store. It moves only when nobody has anything to do: when no call of `during`
 * is under way and everybody waits. Then it moves to the earliest wait.
 */
export interface SharedClock extends RunClock {
  /** Runs a call that takes no time: the clock does not move before it ends. */
  during<T>(act: () => Promise<T>): Promise<T>
  /** Runs `act` so many milliseconds from now, before waits of the same instant that begin later. */
  schedule(milliseconds: number, act: () => Promise<void>): void
  /** The acts of `schedule` that have not run yet. */
  pending(): number
  /** Moves the clock by so many milliseconds at least, through everything that is due. */
  pass(milliseconds: number): Promise<void>
}

interface Timer {
  readonly at: number
  readonly isAct: boolean
  readonly fire: () => void
}

/** Opens a clock. */
export function sharedClock(start = '2026-11-20T07:00:00Z'): SharedClock {
  let nowMs = Date.parse(start)
  let busy = 0
  let timers: Timer[] = []
  let isPumping = false

  function pump(): void {
    if (isPumping || busy > 0 || timers.length === 0) return
    isPumping = true
    // After a turn of the event loop everything that could go on without the clock has gone on.
    setImmediate(() => {
      isPumping = false
      if (busy > 0 || timers.length === 0) return
      // An act alone moves no clock: only somebody who waits does.
      if (timers.every(({ isAct }) => isAct)) return
      const next = timers.reduce((first, timer) => (timer.at < first.at ? timer : first))
      timers = timers.filter((timer) => timer !== next)
      nowMs = Math.max(nowMs, next.at)
      next.fire()
      pump()
    })
  }

  /** Returns how to take it back. */
  function add(milliseconds: number, isAct: boolean, fire: () => void): () => void {
    const timer = { at: nowMs + Math.max(0, milliseconds), isAct, fire }
    timers.push(timer)
    pump()
    return () => (timers = timers.filter((each) => each !== timer))
  }

  const during = async <T>(act: () => Promise<T>): Promise<T> => {
    busy += 1
    try {
      return await act()
    } finally {
      busy -= 1
      pump()
    }
  }

  const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const takeBack = add(milliseconds, false, resolve)
      const stop = (): void => {
        takeBack()
        resolve()
      }
      signal?.addEventListener('abort', stop, { once: true })
    })

  return {
    now: () => new Date(nowMs),
    elapsedMs: () => nowMs,
    sleep,
    during,
    schedule: (milliseconds, act) => void add(milliseconds, true, () => void during(act)),
    pending: () => timers.filter(({ isAct }) => isAct).length,
    pass: (milliseconds) => sleep(milliseconds),
  }
}
