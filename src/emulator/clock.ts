import type { Switches } from './assumptions.ts'

/** The store's clock: NOW, dates, the end of keys and codes, times of files. */
export interface Clock {
  now(): Date
  /** Sets the time; a clock that runs goes on from there. */
  set(time: Date): void
  advance(milliseconds: number): void
  freeze(): void
  /** Lets a frozen clock run on from where it stands. */
  run(): void
  isFrozen(): boolean
  /** Back to the time that the emulator was started with, running. */
  reset(): void
}

/** A clock over a source of time, such as the machine's. */
export function createClock(source: () => Date): Clock {
  let offset = 0
  let frozen: number | null = null
  const now = (): number => frozen ?? source().getTime() + offset
  const set = (time: number): void => {
    if (Number.isNaN(time)) throw new RangeError('The clock takes a date')
    if (frozen === null) offset = time - source().getTime()
    else frozen = time
  }
  return {
    now: () => new Date(now()),
    set: (time) => set(time.getTime()),
    advance: (milliseconds) => set(now() + milliseconds),
    freeze: () => {
      frozen = now()
    },
    run: () => {
      const at = now()
      frozen = null
      set(at)
    },
    isFrozen: () => frozen !== null,
    reset: () => {
      offset = 0
      frozen = null
    },
  }
}

/** The store's local time as a date whose UTC parts are the local ones (assumptions.md R22). */
export function localTime(now: Date, { timezone }: Switches): Date {
  switch (timezone) {
    case 'UTC':
      return now
    case '+02:00':
      return new Date(now.getTime() + 2 * 3_600_000)
    default:
      return timezone satisfies never
  }
}
