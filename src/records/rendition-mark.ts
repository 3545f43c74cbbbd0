import { createHash, hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The kinds of picture that have renditions; a rendition has the kind of its source. */
export type RasterKind = 'png' | 'jpeg' | 'gif' | 'webp'

const keyword = 'planogram\0'
const hexLength = 64
const textLength = keyword.length + 2 * hexLength

/**
 * A picture with the identity of a rendition (64 lower-case hex characters) in a comment of its format, followed by a sha256 over both:
 * `pictureContent` reads the identity back, whatever encoder made the picture, and detects later edits. The bytes must be of that kind.
 */
export function markRendition(bytes: Uint8Array, kind: RasterKind, identity: string): Uint8Array {
  const text = Buffer.from(`${keyword}${identity}${sumOf(identity, bytes)}`, 'latin1')
  switch (kind) {
    case 'png':
      return inserted(bytes, bytes.length - 12, pngComment(text))
    case 'jpeg':
      return inserted(bytes, afterJfif(bytes), Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]))
    case 'gif':
      return inserted(bytes, bytes.length - 1, Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])]))
    case 'webp':
      return resizedRiff(Buffer.concat([bytes, webpChunk(text)]))
    default:
      return kind satisfies never
  }
}

/**
 * Identifies the content of a picture, lower-case hex: the identity in an unedited rendition, else the sha256 of the bytes.
 */
export function pictureContent(bytes: Uint8Array): string {
  return markedIdentity(bytes) ?? sha256Of(bytes)
}

interface Frame {
  readonly kind: RasterKind
  /** Number of bytes of a comment before and after its text. */
  readonly before: number
  readonly after: number
}

/** By the first byte of a picture. */
const frames: Readonly<Record<number, Frame>> = {
  0x89: { kind: 'png', before: 8, after: 4 },
  0xff: { kind: 'jpeg', before: 4, after: 0 },
  0x47: { kind: 'gif', before: 3, after: 1 },
  0x52: { kind: 'webp', before: 8, after: 0 },
}

/** The identity in a picture; `undefined` where marking the rest of it again does not give the same bytes. */
function markedIdentity(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frame = frames[buffer[0] ?? 0]
  const at = frame ? buffer.indexOf(keyword, 0, 'latin1') : -1
  if (!frame || at < smallestHead) return undefined
  const identity = buffer.toString('latin1', at + keyword.length, at + keyword.length + hexLength)
  const bare = Buffer.concat([buffer.subarray(0, at - frame.before), buffer.subarray(at + textLength + frame.after)])
  if (!/^[0-9a-f]{64}$/.test(identity) || bare.length < smallestHead) return undefined
  const original = frame.kind === 'webp' ? resizedRiff(bare) : bare
  return buffer.equals(markRendition(original, frame.kind, identity)) ? identity : undefined
}

/** A shorter file is not a picture, and no mark begins earlier. */
const smallestHead = 6

function sumOf(identity: string, bytes: Uint8Array): string {
  return createHash('sha256').update(identity).update(bytes).digest('hex')
}

function sha256Of(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

function inserted(bytes: Uint8Array, at: number, comment: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), comment, bytes.subarray(at)])
}

/** A `tEXt` chunk; it is inserted before `IEND`, the last 12 bytes of a PNG. */
function pngComment(text: Uint8Array): Uint8Array {
  const frame = Buffer.alloc(text.length + 12)
  frame.writeUInt32BE(text.length, 0)
  frame.write('tEXt', 4, 'latin1')
  frame.set(text, 8)
  frame.writeUInt32BE(crc32(frame.subarray(4, 8 + text.length)), 8 + text.length)
  return frame
}

/** The offset after the start of a JPEG and its JFIF segment, which must come first. */
function afterJfif(bytes: Uint8Array): number {
  const hasJfif = bytes[2] === 0xff && bytes[3] === 0xe0
  return hasJfif ? 4 + ((bytes[4] ?? 0) << 8) + (bytes[5] ?? 0) : 2
}

/** A chunk that all readers skip as unknown; its text has an even length, so that it needs no padding. */
function webpChunk(text: Uint8Array): Uint8Array {
  const head = Buffer.from('PLNG\0\0\0\0', 'latin1')
  head.writeUInt32LE(text.length, 4)
  return Buffer.concat([head, text])
}

/** The bytes with the correct file length in the RIFF header. */
function resizedRiff(bytes: Buffer): Uint8Array {
  const resized = Buffer.from(bytes)
  if (resized.length >= 8) resized.writeUInt32LE(resized.length - 8, 4)
  return resized
}
