import type { Extent, MapNode, SourceNode } from '../../yaml/source-node.ts'
import type { ScannedDocument } from '../../yaml/strict/scan-document.ts'
import { tapeKind } from '../../yaml/strict/scan.ts'
import { scalarAt, skipValue, type Tape, tapeNodes, type TapeNumbers } from '../../yaml/strict/tape-nodes.ts'
import { invariant } from '../../errors.ts'
import type { Entry, PackedMap, SourceDocument, SourceSection } from './source-document.ts'

/** A number of a tape is at most the length of its text. */
const most16Bits = 0xffff

/** Keeps a document as its text and its tape: its entries are read from them when they are opened. */
export function keepTape({ text, tape, used }: ScannedDocument): Tape {
  return { text, tape: text.length > most16Bits ? tape.slice(0, used) : new Uint16Array(tape.subarray(0, used)) }
}

/** The sections of a document that is kept as a tape; its maps are places on the tape. */
export function tapedDocument(file: string, taped: Tape): SourceDocument {
  const { tape } = taped
  const sections = new Map<string, SourceSection>()
  let at = 4
  for (let left = tape[3] ?? 0; left > 0; left -= 1) {
    const { text: name, start, end } = scalarAt(taped, at)
    sections.set(name, sectionAt(file, taped, { at: at + 3, key: { start, end } }))
    at = skipValue(tape, at + 3)
  }
  return { file, value: { kind: 'map', start: tape[1] ?? 0, end: tape[2] ?? 0 }, sections }
}

/** The map of an entry of a document that is kept as a tape. */
export function openTaped(taped: Tape, { from }: PackedMap): MapNode {
  return mapOf(tapeNodes(taped, from))
}

/** The node of an entry that was not read yet. */
export function mapOf(node: SourceNode): MapNode {
  invariant(node.kind === 'map', 'an entry that is not read yet is a map')
  return node
}

function sectionAt(file: string, taped: Tape, { at: start, key }: { readonly at: number; readonly key: Extent }): SourceSection {
  const { tape } = taped
  const kind = tape[start] ?? 0
  const value = { kind: kindOf(kind), start: tape[start + 1] ?? 0, end: tape[start + 2] ?? 0 }
  const entries = new Map<string, Entry>()
  let at = start + 4
  for (let index = 0; kind >= tapeKind.map && index < (tape[start + 3] ?? 0); index += 1) {
    const named = kind === tapeKind.map ? scalarAt(taped, at) : null
    if (named) at += 3
    const end = skipValue(tape, at)
    const node = tape[at] === tapeKind.map ? packedAt(tape, at, end) : tapeNodes(taped, at)
    entries.set(named ? named.text : String(index), { file, key: named && { start: named.start, end: named.end }, node })
    at = end
  }
  return { key, value, entries }
}

function packedAt(tape: TapeNumbers, from: number, to: number): PackedMap {
  return { kind: 'packed', start: tape[from + 1] ?? 0, end: tape[from + 2] ?? 0, from, to }
}

function kindOf(kind: number): SourceDocument['value']['kind'] {
  if (kind === tapeKind.map) return 'map'
  return kind === tapeKind.list ? 'list' : 'scalar'
}
