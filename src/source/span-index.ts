import type { SourceSpan } from './source.ts'
import { countBelow } from './count-below.ts'

/** Returns a function that is true where at least one of the spans starts inside an area, both ends included. */
export function startIndex(spans: readonly SourceSpan[]): (area: SourceSpan) => boolean {
  const starts = byFile(spans, (own) => own.map(({ start }) => start).toSorted((a, b) => a - b))
  return ({ file, start, end }) => {
    const own = starts.get(file) ?? []
    const next = own[countBelow(own, start)]
    return next !== undefined && next <= end
  }
}

/** Returns a function that is true where a span starts inside at least one of the areas, both ends included. */
export function areaIndex(areas: readonly SourceSpan[]): (at: SourceSpan) => boolean {
  const sorted = byFile(areas, (own) => {
    const inOrder = own.toSorted((a, b) => a.start - b.start)
    let farthest = -1
    return { starts: inOrder.map(({ start }) => start), ends: inOrder.map(({ end }) => (farthest = Math.max(farthest, end))) }
  })
  return ({ file, start }) => {
    const own = sorted.get(file)
    const before = own === undefined ? 0 : countBelow(own.starts, start + 1)
    return (own?.ends[before - 1] ?? -1) >= start
  }
}

function byFile<T>(spans: readonly SourceSpan[], of: (own: readonly SourceSpan[]) => T): ReadonlyMap<string, T> {
  return new Map([...Map.groupBy(spans, ({ file }) => file)].map(([file, own]) => [file, of(own)]))
}
