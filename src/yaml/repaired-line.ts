import { maskSecrets } from '../problems/mask-secrets.ts'

/** Above this many characters a line is not written out in a message. */
const longest = 100

/** `key: value` as it should read, for a message; `undefined` where it is too long, or may hold a secret. */
export function repairedLine(key: string, value: string): string | undefined {
  const line = `${key}: ${value}`
  const isSecret = /key|token|password|secret/i.test(key) || maskSecrets(line) !== line
  return isSecret || line.length > longest ? undefined : line
}

/** The same with the value in the quotes that it needs; a comment behind it stays outside of them. */
export function quotedLine(key: string, value: string): string | undefined {
  if (value.length > longest) return undefined
  const text = value.replace(/ +#.*$/, '')
  return repairedLine(key, /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`)
}
