import { OperationalError } from '../../errors.ts'

/** The store's clock. It drives NOW in searches, dates of records, the expiry of keys and codes, and the times of files. */
export interface Clock {
  now(): Date
  /**
   * A count of milliseconds that only grows: those of the machine while the clock runs, and those that it was advanced by. A new
   * time that was set does not count.
   */
  elapsedMs(): number
  /** Sets the time; a running clock continues from it. Fails as `checkTime`. */
  set(time: Date): void
  /** Fails as `checkTime`. */
  advance(milliseconds: number): void
  freeze(): void
  /** Lets a frozen clock continue from the time it shows. */
  run(): void
  isFrozen(): boolean
  /** Returns to the source of time that the emulator was started with, running. */
  reset(): void
}

/** A day less than the years 1 to 9999, so that `YYYY-MM-DD HH:MM:SS` can represent the time in every zone. */
const earliest = Date.parse('0001-01-02T00:00:00Z')
const latest = Date.parse('9999-12-30T00:00:00Z')

/** Fails with `wrong-usage` for a time, in milliseconds since 1970, that is not in the years 1 to 9999. */
export function checkTime(time: number): void {
  if (time >= earliest && time <= latest) return
  throw new OperationalError('wrong-usage', 'The clock cannot be set to this time.', {
    fix: 'Choose a time from 0001-01-02 to 9999-12-30.',
  })
}

/** A clock over a source of time, such as the machine's. */
export function createClock(source: () => Date): Clock {
  let offset = 0
  let frozen: number | null = null
  let advanced = 0
  let paused = 0
  let pausedAt: number | null = null
  const now = (): number => frozen ?? source().getTime() + offset
  const set = (time: number): void => {
    checkTime(time)
    if (frozen === null) offset = time - source().getTime()
    else frozen = time
  }
  const resume = (): void => {
    if (pausedAt !== null) paused += performance.now() - pausedAt
    pausedAt = null
    frozen = null
  }
  return {
    now: () => new Date(now()),
    elapsedMs: () => (pausedAt ?? performance.now()) - paused + advanced,
    set: (time) => set(time.getTime()),
    advance: (milliseconds) => {
      set(now() + milliseconds)
      advanced += Math.max(0, milliseconds)
    },
    freeze: () => {
      frozen = now()
      pausedAt ??= performance.now()
    },
    run: () => {
      const at = now()
      resume()
      set(at)
    },
    isFrozen: () => frozen !== null,
    reset: () => {
      offset = 0
      resume()
    },
  }
}
