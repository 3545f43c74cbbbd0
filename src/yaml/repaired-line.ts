import { maskSecrets } from '../problems/mask-secrets.ts'

/** Longest line that a message repeats, in characters. */
export const longest = 100

/** The corrected line `key: value` for a message; `undefined` where it is too long or may contain a secret. */
export function repairedLine(key: string, value: string): string | undefined {
  const line = `${key}: ${value}`
  const isSecret = /key|token|password|secret/i.test(key) || maskSecrets(line) !== line
  return isSecret || line.length > longest ? undefined : line
}

/** The same line with the value in quotes; a comment after the value is dropped. */
export function quotedLine(key: string, value: string): string | undefined {
  if (value.length > longest) return undefined
  return repairedLine(key, quoted(value.replace(/ +#.*$/, '')))
}

/** A text in quotes; `undefined` where it is empty, too long or may contain a secret. */
export function quotedText(text: string): string | undefined {
  return text === '' || text.length >= longest || maskSecrets(text) !== text ? undefined : quoted(text)
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`
}
