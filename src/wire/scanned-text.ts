/** The codes of the characters by which a tag is read. */
export const lessThan = 0x3c
export const greaterThan = 0x3e
export const slash = 0x2f
/** V8 copies parts of a text up to this length; a longer one keeps the whole text in memory. */
const longestCopied = 12

/** The name of the attribute that begins, after blanks, at an index. */
export function attributeName(text: string, from: number): string {
  return text.slice(afterBlanks(text, from), text.indexOf('=', from))
}

/** The index of a part from an index on; the length of the text where there is none. */
export function indexFrom(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from)
  return found < 0 ? text.length : found
}

/** The index of the first character that is not blank, from an index on. */
export function afterBlanks(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at += 1
  }
}

/** True for a character that continues the name of an element: anything but blanks, `/` and `>`. */
export function isNamePart(code: number): boolean {
  return code !== greaterThan && code !== slash && code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09
}

/** The text with the line ends that XML gives it. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** The same text, which does not keep the one in memory that it is a part of. */
export function copyOf(text: string): string {
  if (text.length <= longestCopied) return text
  if (text.length * 2 > room.length) room = Buffer.allocUnsafeSlow(text.length * 4)
  return room.toString('utf16le', 0, room.write(text, 'utf16le'))
}

/** A buffer for each text would take longer to create than the text. */
let room = Buffer.allocUnsafeSlow(1 << 12)
