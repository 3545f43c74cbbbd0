const decoder = new TextDecoder('utf-8', { fatal: true })
/** A mark that is not at the start of a text is a character of it. */
const partDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * In bytes. Node keeps a text of more than 1,031,912 bytes that comes from one call outside of the heap of the engine: code that is not fully optimised reads a
 * character there eight times as slowly.
 */
const mostInHeap = 1_000_000

/** The text of UTF-8 bytes without a byte order mark; `undefined` where the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    let end = endOfPart(bytes, 0)
    let text = decoder.decode(bytes.subarray(0, end))
    while (end < bytes.length) {
      const start = end
      end = endOfPart(bytes, start)
      text += partDecoder.decode(bytes.subarray(start, end))
    }
    return text
  } catch {
    return undefined
  }
}

/** The end of the part that begins at `start`, before a character that would be divided. */
function endOfPart(bytes: Uint8Array, start: number): number {
  const most = start + mostInHeap
  if (most >= bytes.length) return bytes.length
  let end = most
  while (most - end < mostContinuation && isContinuation(bytes[end])) end -= 1
  return end
}

/** Of the bytes of one character, those after its first. */
const mostContinuation = 3

function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}
