/** The store's clock. It drives NOW in searches, dates of records, the expiry of keys and codes, and the times of files. */
export interface Clock {
  now(): Date
  /** Sets the time; a running clock continues from it. */
  set(time: Date): void
  advance(milliseconds: number): void
  freeze(): void
  /** Lets a frozen clock continue from the time it shows. */
  run(): void
  isFrozen(): boolean
  /** Returns to the source of time that the emulator was started with, running. */
  reset(): void
}

/** A clock over a source of time, such as the machine's. */
export function createClock(source: () => Date): Clock {
  let offset = 0
  let frozen: number | null = null
  const now = (): number => frozen ?? source().getTime() + offset
  const set = (time: number): void => {
    if (Number.isNaN(time)) throw new RangeError('The clock needs a valid date')
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
