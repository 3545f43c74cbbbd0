import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { onFirstUse } from '../source/on-first-use.ts'

/** By how many per cent the heap may grow between two collections, up to this size and above it: a collection of a large heap that is still used saves more. */
const growth = { small: 40, large: 20 } as const
const largeBytes = 100 << 20
const everyMs = 100

/**
 * Has this program collect garbage early. A catalogue or a plan is read in pieces: a small young generation for them, and an early
 * collection, cost little and save a third to a half of the memory. Later calls change nothing.
 */
export const limitHeap = onFirstUse((): void => {
  setFlagsFromString('--semi-space-growth-factor=1')
  let percent = 0
  const adapt = (): void => {
    const wanted = getHeapStatistics().used_heap_size > largeBytes ? growth.large : growth.small
    if (wanted !== percent) setFlagsFromString(`--heap-growing-percent=${wanted}`)
    percent = wanted
  }
  adapt()
  // V8 reads the flag at the end of each collection.
  setInterval(adapt, everyMs).unref()
})
