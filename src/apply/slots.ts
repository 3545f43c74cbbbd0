/** The right to have so many requests under way at a time. */
export interface Slots {
  /** True where `acquire` would not wait. */
  isFree(): boolean
  /** Waits for a slot, in the order of the calls. */
  acquire(): Promise<void>
  release(): void
}

/** Opens slots. `size`: how many there are now; where it falls, slots in use are not taken back. */
export function openSlots(size: () => number): Slots {
  let used = 0
  const waiting: (() => void)[] = []
  const isFree = (): boolean => used < size()
  return {
    isFree,
    acquire() {
      if (waiting.length === 0 && isFree()) {
        used += 1
        return Promise.resolve()
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    release() {
      used -= 1
      while (waiting.length > 0 && isFree()) {
        used += 1
        waiting.shift()?.()
      }
    },
  }
}
