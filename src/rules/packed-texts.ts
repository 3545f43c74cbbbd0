/** Many short texts, added one by one and read by their place. */
export interface PackedTexts {
  /** The place of the text. */
  add(text: string): number
  get(place: number): string
}

interface Chunk {
  readonly start: number
  readonly bytes: Buffer
}

const chunkBytes = 1 << 14
const lengthBytes = 4

/** Of a text that is written character by character: a call of the engine takes longer. */
const mostCharacters = 32
/** UTF-8 takes at most three bytes for a UTF-16 unit. */
const mostBytes = 3

/** Opens an empty collection of texts: UTF-8 in chunks, each text after its length. A single growing buffer would be copied, and held twice. */
export function openPackedTexts(): PackedTexts {
  const chunks: Chunk[] = []
  let end = 0
  const roomFor = (bytes: number): Chunk => {
    const last = chunks.at(-1)
    if (last && end + bytes <= last.start + last.bytes.length) return last
    const chunk = { start: end, bytes: Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes)) }
    chunks.push(chunk)
    return chunk
  }
  return {
    add: (text) => {
      const isShort = text.length <= mostCharacters
      const { start, bytes } = roomFor(lengthBytes + (isShort ? text.length * mostBytes : Buffer.byteLength(text)))
      const place = end
      const from = place - start + lengthBytes
      const length = isShort && writeAscii(bytes, text, from) ? text.length : bytes.write(text, from)
      bytes.writeUInt32LE(length, place - start)
      end += lengthBytes + length
      return place
    },
    get: (place) => {
      const chunk = chunkAt(chunks, place)
      if (!chunk) return ''
      const at = place - chunk.start
      return chunk.bytes.toString('utf8', at + lengthBytes, at + lengthBytes + chunk.bytes.readUInt32LE(at))
    },
  }
}

/** Writes a text as ASCII; false where it has another character: then what is written is wrong. */
function writeAscii(bytes: Buffer, text: string, start: number): boolean {
  let all = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    all |= code
    bytes[start + at] = code
  }
  return all < 0x80
}

/** The last chunk that starts at or before a place. */
function chunkAt(chunks: readonly Chunk[], place: number): Chunk | undefined {
  let low = 0
  let high = chunks.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((chunks[middle]?.start ?? Infinity) <= place) low = middle
    else high = middle
  }
  return chunks[low]
}
