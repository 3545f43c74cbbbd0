import type { SourcePlace, SourceSpan } from './source.ts'
import { countBelow } from './count-below.ts'

/** Returns a function from a span to the line and column of its start. Columns count characters (code points). `textOf` is called once per file. */
export function placeFinder(textOf: (file: string) => string): (span: SourceSpan) => SourcePlace {
  const marks = new Map<string, Marks>()
  return ({ file, start }) => {
    const known = marks.get(file) ?? marksOf(textOf(file))
    marks.set(file, known)
    const { starts, pairs } = known
    const line = Math.max(1, countBelow(starts, start + 1))
    const from = starts[line - 1] ?? 0
    // A surrogate pair is one character once both of its halves are before the place.
    const paired = countBelow(pairs, start - 1) - countBelow(pairs, from)
    return { file, line, column: Math.max(0, Math.min(start, known.length) - from - Math.max(0, paired)) + 1 }
  }
}

/** Looked up by binary search for each problem: one line can be as long as a document and hold thousands of problems. */
interface Marks {
  readonly length: number
  /** Offset of each line. */
  readonly starts: readonly number[]
  /** Offset of each character that takes two UTF-16 units. */
  readonly pairs: readonly number[]
}

function marksOf(text: string): Marks {
  const starts = [0]
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  return { length: text.length, starts, pairs: Array.from(text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g), ({ index }) => index) }
}
