/** The right to have so many requests under way at a time. */
export interface Slots {
  /** True where `acquire` would not wait. */
  isFree(): boolean
  /** Waits for a slot, in the order of the calls. */
  acquire(): Promise<void>
  release(): void
}

/** Opens `size` slots. */
export function openSlots(size: number): Slots {
  let free = size
  const waiting: (() => void)[] = []
  return {
    isFree: () => free > 0,
    acquire() {
      if (free > 0) {
        free -= 1
        return Promise.resolve()
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}
