import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileBytes, type FileBytes } from './file-bytes.ts'
import type { StoredBytes } from './stored-bytes.ts'

/** Bytes that are put aside: the last of them in memory, those before in a file that has no name, so that it goes with the program. */
export interface Spill {
  /** The bytes as they are put aside; to be read until `close`. */
  append(bytes: Buffer): StoredBytes
  close(): void
}

/** So much stays in memory, and is written at once. */
const chunkBytes = 1 << 20

interface Chunk {
  /** `null` once they are in the file. */
  bytes: Buffer | null
  used: number
  /** Where they are in the file. */
  place: number
}

/** Opens an empty spill. Its file is made in the folder when the first chunk is full; where none can be made or written, all stays in memory. */
export function openSpill(folder: string): Spill {
  let chunk = emptyChunk(chunkBytes)
  let file: NamelessFile | null | undefined
  const put = (full: Chunk): void => {
    if (full.bytes === null || full.used === 0) return
    if (file === undefined) file = makeFile(folder)
    const place = file?.append(full.bytes.subarray(0, full.used)) ?? null
    if (place === null) return
    full.place = place
    full.bytes = null
  }
  return {
    append: (bytes) => {
      if (chunk.used + bytes.length > chunkBytes) {
        put(chunk)
        chunk = emptyChunk(Math.max(chunkBytes, bytes.length))
      }
      const own = chunk
      const start = own.used
      own.bytes?.set(bytes, start)
      own.used += bytes.length
      return {
        length: bytes.length,
        slice: (from, to) => own.bytes?.subarray(start + from, start + to) ?? partOf(file, own.place + start + from, to - from),
      }
    },
    close: () => file?.close(),
  }
}

function emptyChunk(size: number): Chunk {
  return { bytes: Buffer.allocUnsafeSlow(size), used: 0, place: 0 }
}

function partOf(file: NamelessFile | null | undefined, start: number, length: number): Buffer {
  return file ? file.bytes(start, start + length).slice(0, length) : Buffer.alloc(0)
}

interface NamelessFile {
  readonly bytes: FileBytes
  /** Where the bytes lie now, or `null` where the disk takes no more. */
  append(bytes: Buffer): number | null
  close(): void
}

/** A file that only this program sees, or `null` where none can be made. */
function makeFile(folder: string): NamelessFile | null {
  const name = join(folder, `planogram-${randomUUID()}`)
  let descriptor: number
  try {
    descriptor = openSync(name, 'wx+', 0o600)
  } catch {
    return null
  }
  removeName(name)
  let end = 0
  let isFull = false
  return {
    bytes: fileBytes(descriptor),
    append: (bytes) => {
      const place = end
      isFull ||= !writeFully(descriptor, bytes, place)
      if (isFull) return null
      end += bytes.length
      return place
    },
    close: () => {
      closeSync(descriptor)
      removeName(name)
    },
  }
}

function removeName(name: string): void {
  try {
    rmSync(name, { force: true })
  } catch {
    // Some systems keep the name of a file that is open: then it goes when the file is closed.
  }
}

function writeFully(descriptor: number, bytes: Buffer, position: number): boolean {
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
    return true
  } catch {
    return false
  }
}
