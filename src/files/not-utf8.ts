import { isUtf8 } from 'node:buffer'

const newLine = 0x0a
/** What a decoder writes in place of a byte that is not valid. */
const replacement = '\uFFFD'

/** A sentence, without its full stop, about bytes that are not UTF-8: of which file, and where the first wrong byte is. `name`: that of the file. */
export function notUtf8(name: string, bytes: Uint8Array): string {
  if (startsWithMark(bytes)) return `${name} is UTF-16 text, not UTF-8`
  const { line, column, byte } = firstWrongByte(bytes)
  return `${name} is not UTF-8 text: line ${line}, column ${column} has the byte ${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** True for the mark at the start of UTF-16 text, in either order. */
function startsWithMark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

/** Lines and columns count from 1; columns are code points. No character of several bytes has the byte of a line end. */
function firstWrongByte(bytes: Uint8Array): { readonly line: number; readonly column: number; readonly byte: number } {
  let line = 1
  let start = 0
  for (let end = bytes.indexOf(newLine); end >= 0 && isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(newLine, start)) {
    start = end + 1
    line += 1
  }
  const before = validStart(bytes.subarray(start))
  return { line, column: Array.from(before).length + 1, byte: bytes[start + Buffer.byteLength(before)] ?? 0 }
}

/** The text before the first wrong byte. A text can have the character that a decoder writes for one, too. */
function validStart(bytes: Uint8Array): string {
  const [first = '', ...rest] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split(replacement)
  let [text, end] = [first, Buffer.byteLength(first)]
  for (const part of rest) {
    if (!isUtf8(bytes.subarray(end, end + 3))) break
    text += replacement + part
    end += 3 + Buffer.byteLength(part)
  }
  return text
}
