import { createHash } from 'node:crypto'

const mostCharacters = 64
const hashCharacters = 8

/** The code of an option, `<sku>-<key>`; over 64 characters it is cut and ends in 8 characters of its hash (semantics.md 5). */
export function optionCode(sku: string, key: string): string {
  const code = `${sku}-${key}`
  const characters = Array.from(code)
  if (characters.length <= mostCharacters) return code
  const hash = createHash('sha256').update(code).digest('hex').slice(0, hashCharacters)
  return characters.slice(0, mostCharacters - hashCharacters).join('') + hash
}
