import type { SourceSpan } from '../source/source.ts'

/** Start and end offset in UTF-16 units. */
export interface Extent {
  readonly start: number
  readonly end: number
}

/** A value of a document: source text and offsets, independent of the YAML library. */
export type SourceNode = ScalarNode | MapNode | ListNode

interface ScalarNode extends Extent {
  readonly kind: 'scalar'
  readonly text: string
}

/** An entry of a map. */
export interface MapEntry {
  readonly key: Extent
  readonly value: SourceNode
  /** The document of the entry, where it differs from that of its map: a merged map has entries of several documents. */
  readonly file?: string
  /** The tag `!remove` or `!replace`, in overlays only; merging removes both. */
  readonly mark?: 'remove' | 'replace'
}

/** A map; the entries have the order of the document, keys that are numbers included. */
export interface MapNode extends Extent {
  readonly kind: 'map'
  readonly entries: ReadonlyMap<string, MapEntry>
}

interface ListNode extends Extent {
  readonly kind: 'list'
  readonly items: readonly SourceNode[]
}

/** The place of a value: its document, its extent, and that of its key (`null` for list items and whole documents). */
interface Placed {
  readonly file: string
  readonly node: Extent
  readonly key: Extent | null
}

/** A node with its place. */
export interface Located extends Placed {
  readonly node: SourceNode
}

/** The span of the value. */
export function spanOf({ file, node }: Placed): SourceSpan {
  return { file, start: node.start, end: node.end }
}

/** The span of the key, or of the value where there is no key. */
export function keySpanOf({ file, node, key }: Placed): SourceSpan {
  const extent = key ?? node
  return { file, start: extent.start, end: extent.end }
}

/** The span from the key to the end of the value; of the key alone where the value is an alias. */
export function wholeSpanOf({ file, node, key }: Placed): SourceSpan {
  return { file, start: key?.start ?? node.start, end: Math.max(node.end, key?.end ?? 0) }
}

/** The value under a key or index, or `undefined`. */
export function childOf({ file, node }: Located, key: string | number): Located | undefined {
  if (node.kind === 'list') {
    const item = node.items[Number(key)]
    return item && { file, node: item, key: null }
  }
  const entry = node.kind === 'map' ? node.entries.get(String(key)) : undefined
  return entry && { file: entry.file ?? file, node: entry.value, key: entry.key }
}

/** The span of the value under a key of a map, or `undefined`. */
export function childSpan({ file, node }: Located, key: string): SourceSpan | undefined {
  const entry = node.kind === 'map' ? node.entries.get(key) : undefined
  return entry && { file: entry.file ?? file, start: entry.value.start, end: entry.value.end }
}

/**
 * The value under a key or index, or under `next` in that value; where one is missing, the nearest parent, so that a problem always has a place.
 * A path of any length would make a list for each call.
 */
export function at(located: Located, key: string | number, next?: string | number): Located {
  const place = childOf(located, key) ?? located
  return next === undefined ? place : at(place, next)
}

/** The keys of a map in the order of the document; empty for other nodes. */
export function keysOf({ node }: Located): string[] {
  return node.kind === 'map' ? [...node.entries.keys()] : []
}

/** Scalars as text, maps as objects, lists as arrays: the input of zod. */
export type Plain = string | Plain[] | { [key: string]: Plain }

/** The plain value of a node. */
export function plainOf(node: SourceNode): Plain {
  switch (node.kind) {
    case 'scalar':
      return node.text
    case 'list':
      return node.items.map(plainOf)
    case 'map': {
      const plain: { [key: string]: Plain } = {}
      // An iteration makes a list of each key and its value.
      for (const key of node.entries.keys()) {
        const entry = node.entries.get(key)
        if (entry) plain[key] = plainOf(entry.value)
      }
      return plain
    }
    default:
      return node satisfies never
  }
}
