import type { Step } from '../plan/step.ts'

/** What is sent at the same time: uploads of files, and requests with records. */
export type SlotKind = 'write' | 'upload'

/** The right to have so many requests under way at a time. */
export interface Slots {
  /** True where `acquire` would not wait. */
  isFree(kind: SlotKind): boolean
  /** Waits for a slot, in the order of the calls; `null` where there is one now, which is taken. */
  acquire(kind: SlotKind): Promise<void> | null
  release(): void
}

/**
 * Opens slots. `size`: how many requests may be under way now where one of this kind starts, those of the other kind included; where it
 * falls, slots in use are not taken back.
 */
export function openSlots(size: (kind: SlotKind) => number): Slots {
  let used = 0
  const waiting: { readonly kind: SlotKind; readonly start: () => void }[] = []
  const isFree = (kind: SlotKind): boolean => used < size(kind)
  return {
    isFree,
    acquire(kind) {
      if (waiting.length === 0 && isFree(kind)) {
        used += 1
        return null
      }
      return new Promise((start) => waiting.push({ kind, start }))
    },
    release() {
      used -= 1
      for (let [first] = waiting; first && isFree(first.kind); [first] = waiting) {
        used += 1
        waiting.shift()
        first.start()
      }
    },
  }
}

/** What a step sends. */
export function slotKindOf({ kind }: Pick<Step, 'kind'>): SlotKind {
  return kind === 'put-file' ? 'upload' : 'write'
}
