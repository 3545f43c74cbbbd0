import type { Located, MapEntry, MapNode } from './source-node.ts'

/**
 * A map whose entries are created each time they are read, so that a large catalogue is never in memory as a whole. A caller that
 * reads them more than once calls `opened` first.
 */
export class LazyMap implements MapNode {
  readonly kind = 'map'
  readonly start: number
  readonly end: number
  readonly #read: () => ReadonlyMap<string, MapEntry>

  constructor(extent: { readonly start: number; readonly end: number }, read: () => ReadonlyMap<string, MapEntry>) {
    this.start = extent.start
    this.end = extent.end
    this.#read = read
  }

  get entries(): ReadonlyMap<string, MapEntry> {
    return this.#read()
  }
}

/** The same value; the entries of a lazy map are created once and kept. */
export function opened(located: Located): Located {
  const { node } = located
  if (!(node instanceof LazyMap)) return located
  return { ...located, node: { kind: 'map', entries: node.entries, start: node.start, end: node.end } }
}
