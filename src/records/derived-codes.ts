import { hash } from 'node:crypto'
import type { RecordTree } from '../resources/record-tree.ts'

const mostCharacters = 64
const hashCharacters = 8

/** The code of an option, `<sku>-<key>`; one over 64 characters is cut and ends in 8 characters of its hash (semantics.md 5). */
export function optionCode(sku: string, key: string): string {
  const code = `${sku}-${key}`
  const characters = Array.from(code)
  if (characters.length <= mostCharacters) return code
  const digest = hash('sha256', code).slice(0, hashCharacters)
  return characters.slice(0, mostCharacters - hashCharacters).join('') + digest
}

/** The form of the codes of extra pictures, of which the first part follows from the sku (semantics.md 7). */
const extraImageForm = /^[a-z2-7]{12}-\d{3}$/

/**
 * True where the code of an option or extra picture of this product is, or looks like, the one that follows from it: the catalogue wants it for no other product
 * unless it is given there.
 */
export function hasDerivedCode({ resource, fields: { code = '', o_group: group = '' } }: RecordTree, sku: string): boolean {
  if (resource === 'Options') return code === `${sku}-${group}` || code === optionCode(sku, group)
  return resource === 'ExtraImages' && extraImageForm.test(code)
}
