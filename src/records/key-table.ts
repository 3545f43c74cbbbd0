import { textHash } from './text-hash.ts'

/**
 * Keys, each once; their numbers count from 0 in the order in which they were added. A lookup takes half the time of one in a `Map` with so many keys
 * that they are not in the cache of the processor: only a key with the same hash is compared.
 */
export interface KeyTable {
  readonly keys: readonly string[]
  /** The number of a key, or -1. */
  readonly find: (key: string) => number
  /** The number of a key, which is added where it is not there. */
  readonly add: (key: string) => number
}

const firstSlots = 1 << 8

/** Opens an empty table. */
export function openKeyTable(): KeyTable {
  const keys: string[] = []
  /** Of each slot the hash of its key, and the number of the key plus 1; 0 where it is free. At most half of them are used. */
  let slots: Int32Array = new Int32Array(firstSlots * 2)
  /** Where the slot of a key is, or the free slot for it. */
  const slotOf = (key: string, hash: number): number => {
    const last = slots.length - 1
    for (let at = (hash << 1) & last; ; at = (at + 2) & last) {
      const next = slots[at + 1] ?? 0
      if (next === 0 || (slots[at] === hash && keys[next - 1] === key)) return at
    }
  }
  const add = (key: string): number => {
    const hash = textHash(key)
    const at = slotOf(key, hash)
    const known = slots[at + 1] ?? 0
    if (known > 0) return known - 1
    const count = keys.push(key)
    slots[at] = hash
    slots[at + 1] = count
    if (count * 4 > slots.length) slots = doubled(slots)
    return count - 1
  }
  return { keys, find: (key) => (slots[slotOf(key, textHash(key)) + 1] ?? 0) - 1, add }
}

function doubled(slots: Int32Array): Int32Array {
  const larger = new Int32Array(slots.length * 2)
  const last = larger.length - 1
  for (let from = 0; from < slots.length; from += 2) {
    const next = slots[from + 1] ?? 0
    if (next === 0) continue
    const hash = slots[from] ?? 0
    let at = (hash << 1) & last
    while (larger[at + 1] !== 0) at = (at + 2) & last
    larger[at] = hash
    larger[at + 1] = next
  }
  return larger
}
