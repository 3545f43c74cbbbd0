import type { Switches } from '../assumptions/switches.ts'

/** An SQL text with the collation of comparisons (assumptions.md R9, W32): without case, `A` to `Z` equal `a` to `z`. */
export function collated(sql: string, { collation }: Pick<Switches, 'collation'>): string {
  return collation === 'nocase' ? `${sql} COLLATE NOCASE` : sql
}

/** The form of a key in which two keys that the store takes for the same are equal (assumptions.md W32). */
export function comparableKey(key: string, { collation }: Pick<Switches, 'collation'>): string {
  return collation === 'nocase' ? key.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : key
}
