import { scalarAt, type Tape } from '../../yaml/strict/tape-nodes.ts'
import { tapeKind } from '../../yaml/strict/scan.ts'
import { bytesOf, type Packed, packExtent, packInSegment, segmentDepth, tags } from './packed-document.ts'

interface Packing extends Packed {
  readonly scanned: Tape
  /** The next number of the tape. */
  at: number
}

/** Packs a document that was read strictly, from its tape: the same bytes as `packDocument` of its nodes. */
export function packScanned(scanned: Tape): Buffer {
  const packing: Packing = { scanned, at: 0, segments: [], out: [], last: 0 }
  packValue(packing, 0)
  return bytesOf(packing)
}

function packValue(packing: Packing, depth: number): void {
  const { tape } = packing.scanned
  const { at } = packing
  const kind = tape[at] ?? 0
  if (kind < tapeKind.map) {
    packScalar(packing)
    return
  }
  const extent = { start: tape[at + 1] ?? 0, end: tape[at + 2] ?? 0 }
  const count = tape[at + 3] ?? 0
  packing.at = at + 4
  const isMap = kind === tapeKind.map
  if (isMap && depth === segmentDepth) {
    packInSegment(packing, extent, () => packEntries(packing, count, depth))
    return
  }
  packing.out.push(isMap ? tags.map : tags.list)
  packExtent(packing, extent)
  if (isMap) {
    packEntries(packing, count, depth)
  } else {
    packing.out.push(count)
    for (let index = 0; index < count; index += 1) packValue(packing, depth + 1)
  }
}

function packEntries(packing: Packing, count: number, depth: number): void {
  packing.out.push(count)
  for (let index = 0; index < count; index += 1) {
    packScalar(packing)
    packValue(packing, depth + 1)
  }
}

/** A key, or a value. */
function packScalar(packing: Packing): void {
  const { text, start, end } = scalarAt(packing.scanned, packing.at)
  packing.at += 3
  packing.out.push(text, start - packing.last, end - start)
  packing.last = start
}
