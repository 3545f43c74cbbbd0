import { charactersOf } from '../../resources/scalar.ts'
import type { SourcePlace, SourceSpan } from '../../records/source.ts'

/** Finds line and column of offsets in the texts of a catalogue. */
export function placeFinder(textOf: (file: string) => string): (span: SourceSpan) => SourcePlace {
  const starts = new Map<string, readonly number[]>()
  return ({ file, start }) => {
    const text = textOf(file)
    let lines = starts.get(file)
    if (!lines) {
      lines = lineStarts(text)
      starts.set(file, lines)
    }
    const line = lineAt(lines, start)
    const column = charactersOf(text.slice(lines[line - 1] ?? 0, start)) + 1
    return { file, line, column }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  return starts
}

/** How many lines start at or before the offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? Infinity) <= offset) low = middle + 1
    else high = middle
  }
  return Math.max(1, low)
}
