import type { SourceSpan } from '../../source/source.ts'

/** A part of a document with a meaning of its own: the name of the price list, or the folder that the defaults hold for, else empty. */
export interface Region {
  readonly kind: 'price list' | 'defaults' | 'each' | 'list' | 'override'
  readonly name: string
  readonly span: SourceSpan
}

/** Whose words a value is. */
export interface Origin {
  readonly layer: 'catalogue' | 'overlay'
  readonly region: Pick<Region, 'kind' | 'name'> | null
}

/** Tells of a span which layer and which region it stands in; `overlay` is the overlay in force. */
export function originFinder(overlay: string | null, regions: readonly Region[]): (span: SourceSpan) => Origin {
  const byFile = Map.groupBy(regions, ({ span }) => span.file)
  return ({ file, start }) => {
    const around = byFile.get(file)?.find(({ span }) => start >= span.start && start <= span.end)
    return {
      layer: overlay !== null && file.startsWith(`${overlay}/`) ? 'overlay' : 'catalogue',
      region: around ? { kind: around.kind, name: around.name } : null,
    }
  }
}
