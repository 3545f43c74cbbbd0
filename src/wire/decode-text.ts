import { illegalAt } from '../resources/legal-text.ts'

const named = [
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
] as const
const highestCodePoint = 0x10ffff
const longestReference = 41
const reference = /&(?:[^\s;&]{0,40};)?/y

function codePoint(reference: string): string | undefined {
  const digits = /^#(?:x0*([0-9A-Fa-f]{1,6})|0*(\d{1,7}))$/.exec(reference)
  if (!digits) return undefined
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  if (code > highestCodePoint) return undefined
  const character = String.fromCodePoint(code)
  return illegalAt(character) < 0 ? character : undefined
}

/**
 * Decodes XML character data: the five named entities, decimal and hexadecimal references. Any other reference is passed to `refuse` as
 * written, because a guess would damage the text.
 */
export function decodeText(text: string, refuse: (reference: string) => never): string {
  let from = text.indexOf('&')
  if (from < 0) return text
  // Joined at the end: a text that is added up keeps in memory what its parts were cut from.
  const parts: string[] = []
  let done = 0
  for (; from >= 0; from = text.indexOf('&', done)) {
    const entity = named.find(([written]) => text.startsWith(written, from))
    parts.push(text.slice(done, from), entity?.[1] ?? numberedAt(text, from) ?? refuse(asWritten(text, from)))
    done = entity ? from + entity[0].length : text.indexOf(';', from) + 1
  }
  parts.push(text.slice(done))
  return parts.join('')
}

/** The character of a decimal or hexadecimal reference. */
function numberedAt(text: string, from: number): string | undefined {
  const end = text.indexOf(';', from)
  return end < 0 || end - from > longestReference ? undefined : codePoint(text.slice(from + 1, end))
}

/** A reference that cannot be decoded: its ampersand alone where nothing like a name with a semicolon follows. */
function asWritten(text: string, from: number): string {
  reference.lastIndex = from
  return reference.exec(text)?.[0] ?? '&'
}
