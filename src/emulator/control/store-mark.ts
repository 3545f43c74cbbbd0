import { createHash } from 'node:crypto'

/** Tells one store from another: 16 hex digits that follow from its first key, and from which nobody can find the key. */
export function storeMark(key: string): string {
  return createHash('sha256').update(`store ${key}`).digest('hex').slice(0, 16)
}
