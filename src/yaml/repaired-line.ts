import { maskSecrets } from '../problems/mask-secrets.ts'

/** Longest line that a message repeats, in characters. */
const longest = 100

/** The corrected line `key: value` for a message; `undefined` where it is too long or may contain a secret. */
export function repairedLine(key: string, value: string): string | undefined {
  const line = `${key}: ${value}`
  const isSecret = /key|token|password|secret/i.test(key) || maskSecrets(line) !== line
  return isSecret || line.length > longest ? undefined : line
}

/** The same line with the value in quotes; a comment after the value is dropped. */
export function quotedLine(key: string, value: string): string | undefined {
  if (value.length > longest) return undefined
  const text = value.replace(/ +#.*$/, '')
  return repairedLine(key, /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`)
}
