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
      const isShort = text.length <= mostCharacters && isAscii(text)
      const length = isShort ? text.length : Buffer.byteLength(text)
      const { start, bytes } = roomFor(lengthBytes + length)
      const place = end
      bytes.writeUInt32LE(length, place - start)
      if (isShort) writeAscii(bytes, text, place - start + lengthBytes)
      else bytes.write(text, place - start + lengthBytes)
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

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

function writeAscii(bytes: Buffer, text: string, start: number): void {
  for (let at = 0; at < text.length; at += 1) bytes[start + at] = text.charCodeAt(at)
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
