import { invariant } from '../../errors.ts'
import { LazyMap } from '../../yaml/lazy-map.ts'
import type { Extent, MapEntry, MapNode, SourceNode } from '../../yaml/source-node.ts'
import type { StoredBytes } from './stored-bytes.ts'

/**
 * A document as bytes: four for the length of the head, the head, then one segment for each entry of a section. Head and segments
 * are JSON lists:
 *
 *     head    = value
 *     value   = text gap length                    a scalar
 *             | 1 gap length count entry*          a map
 *             | 2 gap length count value*          a list
 *             | 3 gap length bytes                 a map whose `count entry*` is the next segment
 *     entry   = key gap length value
 *
 * A gap is counted from the start of what was written before it; in a segment, from the start of its map.
 */
export type PackedDocument = StoredBytes

const lengthBytes = 4
const tags = { map: 1, list: 2, segment: 3 } as const
/** The maps at this depth are the entries of sections. */
const segmentDepth = 2

interface Packing {
  readonly seen: Set<SourceNode>
  readonly segments: string[]
  out: (string | number)[]
  last: number
}

/** Packs the value of a document; `undefined` where an alias repeats a map or list, or where an overlay says `!remove` or `!replace`. */
export function packDocument(root: SourceNode): Buffer | undefined {
  const packing: Packing = { seen: new Set(), segments: [], out: [], last: 0 }
  if (!packValue(packing, root, 0)) return undefined
  const head = JSON.stringify(packing.out)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(Buffer.byteLength(head))
  return Buffer.concat([length, Buffer.from([head, ...packing.segments].join(''))])
}

function packExtent(packing: Packing, { start, end }: Extent): void {
  packing.out.push(start - packing.last, end - start)
  packing.last = start
}

function packValue(packing: Packing, node: SourceNode, depth: number): boolean {
  if (node.kind === 'scalar') {
    packing.out.push(node.text)
    packExtent(packing, node)
    return true
  }
  if (packing.seen.has(node)) return false
  packing.seen.add(node)
  if (node.kind === 'map' && depth === segmentDepth) return packSegment(packing, node)
  packing.out.push(tags[node.kind])
  packExtent(packing, node)
  if (node.kind === 'map') return packEntries(packing, node, depth)
  packing.out.push(node.items.length)
  return node.items.every((item) => packValue(packing, item, depth + 1))
}

function packEntries(packing: Packing, { entries }: MapNode, depth: number): boolean {
  packing.out.push(entries.size)
  for (const [key, { key: extent, value, mark }] of entries) {
    if (mark !== undefined) return false
    packing.out.push(key)
    packExtent(packing, extent)
    if (!packValue(packing, value, depth + 1)) return false
  }
  return true
}

function packSegment(packing: Packing, map: MapNode): boolean {
  packing.out.push(tags.segment)
  packExtent(packing, map)
  const { out, last } = packing
  packing.out = []
  const isPacked = packEntries(packing, map, segmentDepth)
  const segment = JSON.stringify(packing.out)
  packing.segments.push(segment)
  packing.out = out
  packing.last = last
  out.push(Buffer.byteLength(segment))
  return isPacked
}

interface Unpacking {
  readonly document: PackedDocument
  readonly tokens: readonly unknown[]
  at: number
  last: number
  /** Where the next segment starts. */
  segment: number
}

/** The value of a packed document. Entries of its sections are unpacked each time they are looked at. */
export function unpackDocument(document: PackedDocument): SourceNode {
  const end = lengthBytes + document.slice(0, lengthBytes).readUInt32LE()
  return unpackValue({ document, tokens: tokensIn(document, lengthBytes, end), at: 0, last: 0, segment: end })
}

function tokensIn(bytes: PackedDocument, start: number, end: number): readonly unknown[] {
  const tokens: unknown = JSON.parse(bytes.slice(start, end).toString('utf8'))
  invariant(Array.isArray(tokens), 'a packed document is made of lists')
  return tokens
}

function unpackValue(unpacking: Unpacking): SourceNode {
  const tag = unpacking.tokens[unpacking.at++]
  const { start, end } = unpackExtent(unpacking)
  if (typeof tag === 'string') return { kind: 'scalar', text: tag, start, end }
  if (tag === tags.segment) return lazySegment(unpacking, { start, end })
  if (tag === tags.map) return { kind: 'map', entries: unpackEntries(unpacking), start, end }
  const items: SourceNode[] = []
  for (let left = unpackNumber(unpacking); left > 0; left--) items.push(unpackValue(unpacking))
  return { kind: 'list', items, start, end }
}

function unpackEntries(unpacking: Unpacking): Map<string, MapEntry> {
  const entries = new Map<string, MapEntry>()
  for (let left = unpackNumber(unpacking); left > 0; left--) {
    const name = unpacking.tokens[unpacking.at++]
    invariant(typeof name === 'string', 'a key is a text')
    const key = unpackExtent(unpacking)
    entries.set(name, { key, value: unpackValue(unpacking) })
  }
  return entries
}

function lazySegment(unpacking: Unpacking, extent: Extent): MapNode {
  const { document, segment } = unpacking
  unpacking.segment += unpackNumber(unpacking)
  const end = unpacking.segment
  return new LazyMap(extent, () =>
    unpackEntries({ document, tokens: tokensIn(document, segment, end), at: 0, last: extent.start, segment: end }),
  )
}

function unpackExtent(unpacking: Unpacking): Extent {
  const start = unpacking.last + unpackNumber(unpacking)
  unpacking.last = start
  return { start, end: start + unpackNumber(unpacking) }
}

function unpackNumber(unpacking: Unpacking): number {
  const token = unpacking.tokens[unpacking.at++]
  invariant(typeof token === 'number', 'places and counts are numbers')
  return token
}
