import { setFlagsFromString } from 'node:v8'

/**
 * Has this program collect what it no longer needs early. A catalogue goes through in pieces: a small place for them, and an early
 * collection, cost little and save a third to a half of the memory.
 */
export function spareMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
}
