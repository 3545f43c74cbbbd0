import type { RunClock } from '../../src/apply/clock.ts'

/** A clock that only moves when somebody waits: a wait ends at once. `slept`: the waits so far, in milliseconds. */
export interface VirtualClock extends RunClock {
  readonly slept: readonly number[]
  /** Moves the clock. */
  advance(milliseconds: number): void
}

/** A virtual clock that starts at an instant. `onWait` is called for each wait, before the clock moves. */
export function virtualClock(
  start = '2026-11-20T07:00:00Z',
  onWait: (milliseconds: number) => void | Promise<void> = () => undefined,
): VirtualClock {
  let nowMs = Date.parse(start)
  const slept: number[] = []
  return {
    slept,
    now: () => new Date(nowMs),
    advance: (milliseconds) => (nowMs += milliseconds),
    async sleep(milliseconds) {
      slept.push(milliseconds)
      await onWait(milliseconds)
      nowMs += milliseconds
    },
  }
}
