import type { SourcePlace, SourceSpan } from './source.ts'
import { countBelow } from './count-below.ts'

/** Finds line and column of offsets in the texts of a catalogue. */
export function placeFinder(textOf: (file: string) => string): (span: SourceSpan) => SourcePlace {
  const marks = new Map<string, Marks>()
  return ({ file, start }) => {
    const known = marks.get(file) ?? marksOf(textOf(file))
    marks.set(file, known)
    const { starts, pairs } = known
    const line = Math.max(1, countBelow(starts, start + 1))
    const from = starts[line - 1] ?? 0
    // A pair is one character once both of its halves stand before the place.
    const paired = countBelow(pairs, start - 1) - countBelow(pairs, from)
    return { file, line, column: Math.max(0, Math.min(start, known.length) - from - Math.max(0, paired)) + 1 }
  }
}

/** Looked up for each problem: a line may be as long as a document, and hold thousands of them. */
interface Marks {
  readonly length: number
  /** Of each line. */
  readonly starts: readonly number[]
  /** Of each character that takes two UTF-16 units. */
  readonly pairs: readonly number[]
}

function marksOf(text: string): Marks {
  const starts = [0]
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  return { length: text.length, starts, pairs: Array.from(text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g), ({ index }) => index) }
}
