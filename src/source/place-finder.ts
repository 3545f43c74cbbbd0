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
  readonly starts: Int32Array
  /** Offset of each character that takes two UTF-16 units. */
  readonly pairs: readonly number[]
}

function marksOf(text: string): Marks {
  const pairs = Array.from(text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g), ({ index }) => index)
  return { length: text.length, starts: lineStarts(text), pairs }
}

const firstLines = 1 << 10

/** A list that grows takes three times as long for a large document. */
function lineStarts(text: string): Int32Array {
  let starts: Int32Array = new Int32Array(firstLines)
  let count = 1
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    if (count === starts.length) {
      const more = new Int32Array(count * 2)
      more.set(starts)
      starts = more
    }
    starts[count] = end + 1
    count += 1
  }
  return starts.subarray(0, count)
}
