import { illegalAt } from '../resources/legal-text.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const highestCodePoint = 0x10ffff

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
  if (!text.includes('&')) return text
  return text.replace(/&([^\s;&]{0,40};)?/g, (whole, reference: string | undefined) => {
    const name = reference?.slice(0, -1) ?? ''
    const character = Object.hasOwn(named, name) ? named[name] : codePoint(name)
    return character ?? refuse(whole)
  })
}
