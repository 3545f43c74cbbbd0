import { setTimeout as wait } from 'node:timers/promises'

/** The time of a run; tests replace it. */
export interface RunClock {
  readonly now: () => Date
  /** Milliseconds of a clock that nobody sets, from any start: a wait must not follow a correction of the time of the machine. */
  readonly elapsedMs: () => number
  /** Waits so many milliseconds, or until `signal` is aborted. Never rejects. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** The clock of the machine. */
export const systemClock: RunClock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      if (!signal?.aborted) throw error
    })
  },
}

/** An instant so many milliseconds after now, ISO 8601. */
export function later({ now }: RunClock, milliseconds: number): string {
  return new Date(now().getTime() + milliseconds).toISOString()
}
