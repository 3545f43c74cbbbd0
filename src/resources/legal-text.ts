import { hasControlByte } from './control-bytes.ts'

/** Characters that are not allowed, and halves of surrogate pairs: a fast test that finds nothing in most texts. */
const suspect = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD]/
const illegal = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r\u007F-\u009F])\p{Cc}/u

/** The index of the first character that XML 1.0 does not allow in any form (control, half of a surrogate pair), or -1. */
export function illegalAt(text: string): number {
  return suspect.test(text) ? text.search(illegal) : -1
}

/** A text that was decoded from UTF-8. */
export interface DecodedText {
  readonly text: string
  readonly bytes: Uint8Array
}

/** What UTF-8 may have besides control characters: it has no halves of surrogate pairs. A text of one byte a character is not searched. */
const noncharacter = /[\uFFFE\uFFFF]/

/** True where `illegalAt` would find nothing, in a fifth of its time. */
export function isLegal({ text, bytes }: DecodedText): boolean {
  return !hasControlByte(bytes) && !noncharacter.test(text)
}

/** Behind a backslash, the escapes of YAML 1.2 for characters that XML may not allow (`\0`, `\e`, `\x01`, `\uD800`). */
const escapes = '0abvfexuU'

/** True only where no value of this YAML document has such a character: a fast test that is false for some documents without one too. */
export function hasLegalValues(yaml: DecodedText): boolean {
  return isLegal(yaml) && !hasEscape(yaml.text)
}

function hasEscape(yaml: string): boolean {
  for (let at = yaml.indexOf('\\'); at >= 0; at = yaml.indexOf('\\', at + 1)) if (escapes.includes(yaml.charAt(at + 1))) return true
  return false
}

/** The text with U+FFFD in place of each character that XML 1.0 does not allow. */
export function withoutIllegal(text: string): string {
  return illegalAt(text) < 0 ? text : text.replace(new RegExp(illegal, 'gu'), '\uFFFD')
}

/** The name of an illegal character for messages: `the control character U+0001`. */
export function illegalName(text: string, at: number): string {
  const code = text.charCodeAt(at)
  const written = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return code >= 0xd800 && code <= 0xdfff ? `half of a surrogate pair (${written})` : `the control character ${written}`
}
