import { openHashSlots } from './hash-slots.ts'

/**
 * Keys, each once; their numbers count from 0 in the order in which they were added. A lookup takes half the time of one in a `Map` with so many keys
 * that they are not in the cache of the processor.
 */
export interface KeyTable {
  readonly keys: readonly string[]
  /** The number of a key, or -1. */
  readonly find: (key: string) => number
  /** The number of a key, which is added where it is not there. */
  readonly add: (key: string) => number
}

/** Opens an empty table. */
export function openKeyTable(): KeyTable {
  const keys: string[] = []
  const slots = openHashSlots((number, key) => keys[number] === key)
  const add = (key: string): number => {
    const number = slots.add(key, keys.length)
    if (number === keys.length) keys.push(key)
    return number
  }
  return { keys, find: slots.find, add }
}
