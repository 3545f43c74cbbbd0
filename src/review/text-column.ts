import { countBelow } from '../source/count-below.ts'

/** Texts by number, as UTF-8 outside the heap of JavaScript: a plan may have a hundred thousand, and a collection of garbage looks at none of them. */
export interface TextColumn {
  /** Adds the text of a number, which is larger than those before. */
  readonly add: (number: number, text: string) => void
  /** Calls `onFound` with the numbers of the texts that contain a word without white space, ascending. */
  readonly find: (word: string, onFound: (number: number) => void) => void
}

interface Chunk {
  readonly bytes: Buffer
  /** Of each text its number and where it begins. */
  readonly numbers: number[]
  readonly starts: number[]
  end: number
}

const chunkBytes = 1 << 18
const separator = '\n'

/** Opens an empty column. */
export function openTextColumn(): TextColumn {
  const chunks: Chunk[] = []
  const roomFor = (length: number): Chunk => {
    const last = chunks.at(-1)
    if (last && last.end + length <= last.bytes.length) return last
    const chunk = { bytes: Buffer.allocUnsafeSlow(Math.max(chunkBytes, length)), numbers: [], starts: [], end: 0 }
    chunks.push(chunk)
    return chunk
  }
  return {
    add(number, text) {
      const ended = text + separator
      const chunk = roomFor(Buffer.byteLength(ended))
      chunk.numbers.push(number)
      chunk.starts.push(chunk.end)
      chunk.end += chunk.bytes.write(ended, chunk.end)
    },
    find(word, onFound) {
      const bytes = Buffer.from(word)
      for (const chunk of chunks) findIn(chunk, bytes, onFound)
    },
  }
}

function findIn({ bytes, numbers, starts, end }: Chunk, word: Buffer, onFound: (number: number) => void): void {
  const used = bytes.subarray(0, end)
  let text = -1
  for (let from = 0; from < end; from = starts[text + 1] ?? end) {
    const found = used.indexOf(word, from)
    if (found === -1) return
    text = textAt(starts, found, text + 1)
    onFound(numbers[text] ?? 0)
  }
}

/** The index of the last text that begins at or before a place; `least` is one that does. */
function textAt(starts: readonly number[], place: number, least: number): number {
  // Where a word is in most texts, it is in the next one.
  return (starts[least + 1] ?? Infinity) > place ? least : countBelow(starts, place + 1) - 1
}
