import { invariant } from '../../errors.ts'
import type { Extent, MapEntry, MapNode, SourceNode } from '../../yaml/source-node.ts'
import type { StoredBytes } from '../cache/stored-bytes.ts'
import { isPackedTape, openPackedTape } from './packed-tape.ts'
import type { Entry, PackedMap, SourceDocument, SourceSection } from './source-document.ts'

/**
 * A document as bytes: four for the length of the head, the head, then one segment for each map that is an entry of a section. The head is a JSON
 * list. A segment is one too, or a part of a tape (`packed-tape.ts`) where the document was read strictly:
 *
 *     head    = value
 *     value   = text gap length                    a scalar
 *             | 1 gap length count entry*          a map
 *             | 2 gap length count value*          a list
 *             | 3 gap length bytes                 a map whose `count entry*` is the next segment
 *     entry   = key gap length value
 *
 * A gap is the distance from the start of the value written before; in a segment, the first is the distance from the start of its map.
 */
export type PackedDocument = StoredBytes

const lengthBytes = 4
export const tags = { map: 1, list: 2, segment: 3 } as const
/** The maps at this depth are the entries of sections. */
export const segmentDepth = 2

/** What is packed so far. */
export interface Packed {
  readonly segments: Buffer[]
  /** The tokens of the head, or of the segment that is packed. */
  out: (string | number)[]
  /** The start of the last value. */
  last: number
}

interface Packing extends Packed {
  readonly seen: Set<SourceNode>
}

/** Packs the value of a document; `undefined` where an alias repeats a map or list, or where an overlay has `!remove` or `!replace`. */
export function packDocument(root: SourceNode): Buffer | undefined {
  const packing: Packing = { seen: new Set(), segments: [], out: [], last: 0 }
  return packValue(packing, root, 0) ? bytesOf(packing) : undefined
}

/** The bytes of a document whose head is packed. */
export function bytesOf({ out, segments }: Packed): Buffer {
  const head = Buffer.from(JSON.stringify(out))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...segments])
}

/** Adds a place. */
export function packExtent(packing: Packed, { start, end }: Extent): void {
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

/** Adds a map in a segment of its own. */
function packSegment(packing: Packing, map: MapNode): boolean {
  packing.out.push(tags.segment)
  packExtent(packing, map)
  const { out, last } = packing
  packing.out = []
  const isPacked = packEntries(packing, map, segmentDepth)
  const segment = Buffer.from(JSON.stringify(packing.out))
  packing.segments.push(segment)
  packing.out = out
  packing.last = last
  out.push(segment.length)
  return isPacked
}

interface Unpacking {
  readonly tokens: readonly unknown[]
  at: number
  last: number
}

interface HeadUnpacking extends Unpacking {
  readonly file: string
  /** Where the next segment starts. */
  segment: number
}

/** The sections of a packed document; its packed entries refer to it. */
export function unpackDocument(file: string, document: PackedDocument): SourceDocument {
  const end = lengthBytes + document.slice(0, lengthBytes).readUInt32LE()
  const head: HeadUnpacking = { file, tokens: tokensIn(document.slice(lengthBytes, end)), at: 0, last: 0, segment: end }
  const value = unpackStart(head)
  const sections = new Map<string, SourceSection>()
  if (value.kind === 'map') {
    for (let left = unpackNumber(head); left > 0; left--) {
      const name = unpackText(head)
      sections.set(name, unpackSection(head, unpackExtent(head)))
    }
  }
  return { file, value, sections }
}

/** The map of a packed document. */
export function openPacked(document: PackedDocument, { start, end, from, to }: PackedMap): MapNode {
  const bytes = document.slice(from, to)
  if (isPackedTape(bytes)) return openPackedTape(bytes)
  return { kind: 'map', entries: unpackEntries({ tokens: tokensIn(bytes), at: 0, last: start }), start, end }
}

function unpackStart(head: HeadUnpacking): SourceDocument['value'] {
  const tag = head.tokens[head.at++]
  return { kind: typeof tag === 'string' ? 'scalar' : tag === tags.map ? 'map' : 'list', ...unpackExtent(head) }
}

function unpackSection(head: HeadUnpacking, key: Extent): SourceSection {
  const { file } = head
  const value = unpackStart(head)
  const entries = new Map<string, Entry>()
  const count = value.kind === 'scalar' ? 0 : unpackNumber(head)
  for (let index = 0; index < count; index++) {
    const name = value.kind === 'map' ? unpackText(head) : String(index)
    const own = value.kind === 'map' ? unpackExtent(head) : null
    entries.set(name, { file, key: own, node: unpackEntryNode(head) })
  }
  return { key, value, entries }
}

function unpackEntryNode(head: HeadUnpacking): SourceNode | PackedMap {
  if (head.tokens[head.at] !== tags.segment) return unpackValue(head)
  head.at += 1
  const { start, end } = unpackExtent(head)
  const from = head.segment
  head.segment += unpackNumber(head)
  return { kind: 'packed', start, end, from, to: head.segment }
}

function tokensIn(bytes: Buffer): readonly unknown[] {
  const tokens: unknown = JSON.parse(bytes.toString('utf8'))
  invariant(Array.isArray(tokens), 'a packed document is made of lists')
  return tokens
}

function unpackValue(unpacking: Unpacking): SourceNode {
  const tag = unpacking.tokens[unpacking.at++]
  const { start, end } = unpackExtent(unpacking)
  if (typeof tag === 'string') return { kind: 'scalar', text: tag, start, end }
  if (tag === tags.map) return { kind: 'map', entries: unpackEntries(unpacking), start, end }
  const items: SourceNode[] = []
  for (let left = unpackNumber(unpacking); left > 0; left--) items.push(unpackValue(unpacking))
  return { kind: 'list', items, start, end }
}

function unpackEntries(unpacking: Unpacking): Map<string, MapEntry> {
  const entries = new Map<string, MapEntry>()
  for (let left = unpackNumber(unpacking); left > 0; left--) {
    const name = unpackText(unpacking)
    const key = unpackExtent(unpacking)
    entries.set(name, { key, value: unpackValue(unpacking) })
  }
  return entries
}

function unpackExtent(unpacking: Unpacking): Extent {
  const start = unpacking.last + unpackNumber(unpacking)
  unpacking.last = start
  return { start, end: start + unpackNumber(unpacking) }
}

function unpackText(unpacking: Unpacking): string {
  const token = unpacking.tokens[unpacking.at++]
  invariant(typeof token === 'string', 'a key is a text')
  return token
}

function unpackNumber(unpacking: Unpacking): number {
  const token = unpacking.tokens[unpacking.at++]
  invariant(typeof token === 'number', 'places and counts are numbers')
  return token
}
