import type { MapEntry, SourceNode } from '../source-node.ts'
import { tapeKind } from './scan.ts'
import type { ScannedDocument } from './scan-document.ts'
import { scalarText } from './scalar-text.ts'

/** A text and its tape. */
export type Tape = Pick<ScannedDocument, 'text' | 'tape'>

interface Reading extends Tape {
  at: number
}

/** The value that begins at a place of the tape as nodes; default: the value of the document. */
export function tapeNodes({ text, tape }: Tape, at = 0): SourceNode {
  return readNode({ text, tape, at })
}

/** The place after the value that begins at a place of the tape. */
export function skipValue(tape: Int32Array, from: number): number {
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

/** The keys that were read last, by their length and first character: most maps have keys of maps before, whose hash is known. */
const lastKeys: (string | undefined)[] = []
/** A longer part of a text keeps the whole text in memory. */
const longestKey = 12

function readKey(reading: Reading): string {
  const { text, tape, at } = reading
  const start = tape[at + 1] ?? 0
  const length = (tape[at + 2] ?? 0) - start
  if (tape[at] !== tapeKind.plain || length > longestKey) return readText(reading)
  const slot = (text.charCodeAt(start) & 0x7f) * (longestKey + 1) + length
  const last = lastKeys[slot]
  if (last === undefined || !text.startsWith(last, start)) return (lastKeys[slot] = asName(readText(reading)))
  reading.at = at + 3
  return last
}

/** The text as the name of a property, which V8 has once: compared with a name in the program, it is the same object. */
function asName(text: string): string {
  return Object.keys({ [text]: null })[0] ?? text
}

function readText(reading: Reading): string {
  const { text, tape, at } = reading
  reading.at = at + 3
  return textOf(text, tape, at)
}

/** The scalar at a place of the tape. */
export function scalarAt({ text, tape }: Tape, at: number): { readonly text: string; readonly start: number; readonly end: number } {
  return { text: textOf(text, tape, at), start: tape[at + 1] ?? 0, end: tape[at + 2] ?? 0 }
}

// With an object as its argument, reading takes one and a half times as long.
function textOf(text: string, tape: Int32Array, at: number): string {
  const kind = tape[at] ?? 0
  const start = tape[at + 1] ?? 0
  const end = tape[at + 2] ?? 0
  if (kind === tapeKind.plain) return text.slice(start, end)
  return kind === tapeKind.quoted ? text.slice(start + 1, end - 1) : scalarText(text.slice(start, end))
}
