import { setFlagsFromString } from 'node:v8'

/**
 * Has this program collect garbage early. A catalogue or a plan is read in pieces: a small young generation for them, and an early
 * collection, cost little and save a third to a half of the memory.
 */
export function limitHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
}
