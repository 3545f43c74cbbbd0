import type { MapNode } from '../../yaml/source-node.ts'
import { type Tape, tapeNodes } from '../../yaml/strict/tape-nodes.ts'
import { mapOf } from './taped-document.ts'

/**
 * A map of a document that was read strictly, as bytes: its part of the tape, and its text.
 *
 *     bytes of a number | bytes of a character | bytes of the numbers | number* | character*
 *
 * The first two have one byte each, the third four, the lowest first. The numbers of the tape have the byte order of the machine. A character has
 * one byte (Latin-1) or two (UTF-16).
 */
const headBytes = 6

/** Packs the map between two places of a tape. */
export function packTape({ text, tape }: Tape, from: number, to: number): Buffer {
  const part = text.slice(tape[from + 1], tape[from + 2])
  const isWide = /[\u0100-\uffff]/.test(part)
  const size = (to - from) * tape.BYTES_PER_ELEMENT
  const bytes = Buffer.allocUnsafe(headBytes + size + part.length * (isWide ? 2 : 1))
  bytes[0] = tape.BYTES_PER_ELEMENT
  bytes[1] = isWide ? 2 : 1
  bytes.writeUInt32LE(size, 2)
  bytes.set(new Uint8Array(tape.buffer, tape.byteOffset + from * tape.BYTES_PER_ELEMENT, size), headBytes)
  bytes.write(part, headBytes + size, isWide ? 'utf16le' : 'latin1')
  return bytes
}

/** True for the bytes of `packTape`, unlike those of a JSON list. */
export function isPackedTape(bytes: Buffer): boolean {
  return (bytes[0] ?? 0) <= Int32Array.BYTES_PER_ELEMENT
}

/** The map that `packTape` packed. */
export function openPackedTape(bytes: Buffer): MapNode {
  const textAt = headBytes + bytes.readUInt32LE(2)
  // A copy: in the bytes, the numbers may begin at an odd place.
  const numbers = Uint8Array.prototype.slice.call(bytes, headBytes, textAt).buffer
  const tape = bytes[0] === Uint16Array.BYTES_PER_ELEMENT ? new Uint16Array(numbers) : new Int32Array(numbers)
  const text = bytes.toString(bytes[1] === 1 ? 'latin1' : 'utf16le', textAt)
  return mapOf(tapeNodes({ text, tape }, 0, tape[1]))
}
