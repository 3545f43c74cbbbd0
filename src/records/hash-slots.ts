import { textHash } from './text-hash.ts'

/** Numbers by text, without the texts: who has them tells whether a number is that of a text. */
export interface HashSlots {
  /** The number of a text, or -1. */
  readonly find: (text: string) => number
  /** The number of a text; where it has none it gets this one, which must not be negative. */
  readonly add: (text: string, number: number) => number
}

const firstSlots = 1 << 8

/**
 * No numbers: a hash table with open addressing. `hasText`: whether a number is that of a text. It is asked only where the hash is the same, so that
 * few texts are looked at that are not in the cache of the processor.
 */
export function openHashSlots(hasText: (number: number, text: string) => boolean): HashSlots {
  /** Of each slot the hash of its text, and the number of the text plus 1; 0 where it is free. At most half of them are used. */
  let slots: Int32Array = new Int32Array(firstSlots * 2)
  let used = 0
  /** Where the slot of a text is, or the free slot for it. */
  const slotOf = (text: string, hash: number): number => {
    const last = slots.length - 1
    for (let at = (hash << 1) & last; ; at = (at + 2) & last) {
      const next = slots[at + 1] ?? 0
      if (next === 0 || (slots[at] === hash && hasText(next - 1, text))) return at
    }
  }
  return {
    find: (text) => (slots[slotOf(text, textHash(text)) + 1] ?? 0) - 1,
    add: (text, number) => {
      const hash = textHash(text)
      const at = slotOf(text, hash)
      const known = slots[at + 1] ?? 0
      if (known > 0) return known - 1
      slots[at] = hash
      slots[at + 1] = number + 1
      used += 1
      if (used * 4 > slots.length) slots = doubled(slots)
      return number
    },
  }
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
