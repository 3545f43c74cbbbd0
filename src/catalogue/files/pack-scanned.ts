import { scalarAt, skipValue, type Tape } from '../../yaml/strict/tape-nodes.ts'
import { tapeKind } from '../../yaml/strict/scan.ts'
import { bytesOf, type Packed, packExtent, segmentDepth, tags } from './packed-document.ts'
import { packTape } from './packed-tape.ts'

interface Packing extends Packed {
  readonly taped: Tape
  /** The next number of the tape. */
  at: number
}

/** Packs a document that was read strictly: the same document as `packDocument` of its nodes, with parts of its tape as segments. */
export function packScanned(taped: Tape): Buffer {
  const packing: Packing = { taped, at: 0, segments: [], out: [], last: 0 }
  packValue(packing, 0)
  return bytesOf(packing)
}

function packValue(packing: Packing, depth: number): void {
  const { tape } = packing.taped
  const { at, out } = packing
  const kind = tape[at] ?? 0
  if (kind < tapeKind.map) {
    packScalar(packing)
    return
  }
  const extent = { start: tape[at + 1] ?? 0, end: tape[at + 2] ?? 0 }
  const isMap = kind === tapeKind.map
  if (isMap && depth === segmentDepth) {
    const to = skipValue(tape, at)
    const segment = packTape(packing.taped, at, to)
    packing.at = to
    packing.segments.push(segment)
    out.push(tags.segment)
    packExtent(packing, extent)
    out.push(segment.length)
    return
  }
  const count = tape[at + 3] ?? 0
  packing.at = at + 4
  out.push(isMap ? tags.map : tags.list)
  packExtent(packing, extent)
  out.push(count)
  for (let index = 0; index < count; index += 1) {
    if (isMap) packScalar(packing)
    packValue(packing, depth + 1)
  }
}

/** A key, or a value. */
function packScalar(packing: Packing): void {
  const { text, start, end } = scalarAt(packing.taped, packing.at)
  packing.at += 3
  packing.out.push(text, start - packing.last, end - start)
  packing.last = start
}
