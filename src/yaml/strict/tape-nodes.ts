import type { Extent, MapEntry, SourceNode } from '../source-node.ts'
import { tapeKind } from './scan.ts'
import type { ScannedDocument } from './scan-document.ts'
import { scalarText } from './scalar-text.ts'

/** The numbers of a tape, which are never larger than the length of its text: 16 bits are enough for most documents. */
export type TapeNumbers = Int32Array | Uint16Array

/** A text and its tape. */
export interface Tape extends Pick<ScannedDocument, 'text'> {
  readonly tape: TapeNumbers
}

interface Reading extends Tape {
  readonly textStart: number
  at: number
}

/**
 * The value that begins at a place of the tape as nodes; default: the value of the document. `textStart`: where in the document the text begins,
 * default 0.
 */
export function tapeNodes({ text, tape }: Tape, at = 0, textStart = 0): SourceNode {
  return readNode({ text, tape, textStart, at })
}

/** The place after the value that begins at a place of the tape. */
export function skipValue(tape: TapeNumbers, from: number): number {
  let at = from
  for (let left = 1; left > 0; left -= 1) {
    const kind = tape[at] ?? 0
    if (kind < tapeKind.map) {
      at += 3
    } else {
      const count = tape[at + 3] ?? 0
      // A key is a scalar before its value.
      left += kind === tapeKind.map ? count * 2 : count
      at += 4
    }
  }
  return at
}

function readNode(reading: Reading): SourceNode {
  const { tape, at } = reading
  const kind = tape[at] ?? 0
  const start = tape[at + 1] ?? 0
  const end = tape[at + 2] ?? 0
  if (kind < tapeKind.map) return { kind: 'scalar', text: readText(reading), start, end }
  const count = tape[at + 3] ?? 0
  reading.at = at + 4
  if (kind === tapeKind.map) return { kind: 'map', entries: readEntries(reading, count), start, end }
  const items: SourceNode[] = []
  for (let index = 0; index < count; index += 1) items.push(readNode(reading))
  return { kind: 'list', items, start, end }
}

function readEntries(reading: Reading, count: number): Map<string, MapEntry> {
  const { tape } = reading
  const entries = new Map<string, MapEntry>()
  for (let index = 0; index < count; index += 1) {
    const key = { start: tape[reading.at + 1] ?? 0, end: tape[reading.at + 2] ?? 0 }
    const text = readKey(reading)
    entries.set(text, { key, value: readNode(reading) })
  }
  return entries
}

/** A longer part of a text keeps the whole text in memory. */
const longestKey = 12
/** The places of keys of one length: by their first and last character. */
const keyPlaces = 256
/** The keys that were read last: most maps have keys of maps before, whose hash is known. */
const lastKeys: (string | undefined)[] = []
/** 1 for a key that was read twice in a row, and is the name of a property. */
const areNames = new Uint8Array(keyPlaces * (longestKey + 1))

function readKey(reading: Reading): string {
  const { text, tape, textStart, at } = reading
  const start = (tape[at + 1] ?? 0) - textStart
  const length = (tape[at + 2] ?? 0) - textStart - start
  if (tape[at] !== tapeKind.plain || length > longestKey) return readText(reading)
  const mixed = text.charCodeAt(start) * 31 + text.charCodeAt(start + length - 1)
  const slot = (mixed & (keyPlaces - 1)) * (longestKey + 1) + length
  const last = lastKeys[slot]
  if (last === undefined || !text.startsWith(last, start)) {
    areNames[slot] = 0
    return (lastKeys[slot] = readText(reading))
  }
  reading.at = at + 3
  if (areNames[slot] === 1) return last
  areNames[slot] = 1
  return (lastKeys[slot] = asName(last))
}

/**
 * The text as the name of a property, which V8 has once: compared with a name in the program, it is the same object. V8 keeps each name, so a text
 * that is read once, such as the code of a product, is not made one.
 */
function asName(text: string): string {
  return Object.keys({ [text]: null })[0] ?? text
}

function readText(reading: Reading): string {
  const { text, tape, textStart, at } = reading
  reading.at = at + 3
  const kind = tape[at] ?? 0
  const quote = kind === tapeKind.quoted ? 1 : 0
  const source = text.slice((tape[at + 1] ?? 0) + quote - textStart, (tape[at + 2] ?? 0) - quote - textStart)
  return kind === tapeKind.other ? scalarText(source) : source
}

/** The scalar at a place of the tape. */
export function scalarAt({ text, tape }: Tape, at: number): Extent & { readonly text: string } {
  return { text: readText({ text, tape, textStart: 0, at }), start: tape[at + 1] ?? 0, end: tape[at + 2] ?? 0 }
}
