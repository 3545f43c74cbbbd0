import type { Definition } from '../../records/definition.ts'
import type { SourcePlace, SourceSpan } from '../../source/source.ts'
import type { Region } from './trace.ts'

interface Sources {
  /** The folder of the overlay, `null` without one. */
  readonly overlay: string | null
  readonly regions: readonly Region[]
  readonly locate: (span: SourceSpan) => SourcePlace
}

/** Looks up the price list, the defaults or the overlay that a value is written in; `null` for one in the entry of its record. */
export function definitionFinder({ overlay, regions, locate }: Sources): (span: SourceSpan) => Definition | null {
  const byFile = new Map([...Map.groupBy(regions.filter(isShared), ({ span }) => span.file)].map(([file, some]) => [file, inOrder(some)]))
  const known = new Map<Region, Definition>()
  return (span) => {
    const region = regionAround(byFile.get(span.file) ?? [], span.start)
    if (region) {
      const definition = known.get(region) ?? { kind: kindOf(region), name: region.name, source: locate(region.span) }
      known.set(region, definition)
      return definition
    }
    return overlay !== null && span.file.startsWith(`${overlay}/`) ? { kind: 'overlay', name: overlay, source: locate(span) } : null
  }
}

function isShared({ kind }: Region): boolean {
  return kind === 'price list' || kind === 'defaults'
}

function kindOf({ kind }: Region): Definition['kind'] {
  return kind === 'price list' ? 'price list' : 'defaults'
}

function inOrder(regions: readonly Region[]): readonly Region[] {
  return regions.toSorted((a, b) => a.span.start - b.span.start)
}

/** The last region that starts before a place, where it ends behind it: regions of these kinds do not overlap. */
function regionAround(regions: readonly Region[], offset: number): Region | undefined {
  let [low, high] = [0, regions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((regions[middle]?.span.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const region = regions[low - 1]
  return region && offset <= region.span.end ? region : undefined
}
