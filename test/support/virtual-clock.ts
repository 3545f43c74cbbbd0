import type { RunClock } from '../../src/apply/clock.ts'

/** A clock that only moves when somebody waits: a wait ends at once. `slept`: the waits so far, in milliseconds. */
export interface VirtualClock extends RunClock {
  readonly slept: readonly number[]
  /** Moves the clock. */
  advance(milliseconds: number): void
  /** Sets the time of the machine forward or back: no time passes. */
  set(milliseconds: number): void
}

/** A virtual clock that starts at an instant. `onWait` is called for each wait, before the clock moves. */
export function virtualClock(
  start = '2026-11-20T07:00:00Z',
  onWait: (milliseconds: number) => void | Promise<void> = () => undefined,
): VirtualClock {
  let nowMs = Date.parse(start)
  let elapsedMs = 0
  const pass = (milliseconds: number): void => {
    nowMs += milliseconds
    elapsedMs += milliseconds
  }
  const slept: number[] = []
  return {
    slept,
    now: () => new Date(nowMs),
    elapsedMs: () => elapsedMs,
    advance: pass,
    set: (milliseconds) => (nowMs += milliseconds),
    async sleep(milliseconds) {
      slept.push(milliseconds)
      await onWait(milliseconds)
      pass(milliseconds)
    },
  }
}
