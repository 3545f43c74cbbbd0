import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileBytes, type FileBytes } from './file-bytes.ts'

/** Bytes of this run: the last of them in memory, the others in a file without a name, which is deleted with the program. */
export interface Spill {
  /** The place of the bytes, where they can be read until `close`. */
  append(bytes: Buffer): number
  /** The bytes between two distances from a place, valid until the next call. */
  part(place: number, from: number, to: number): Buffer
  /** The same as a text in UTF-8. */
  text(place: number, from: number, to: number): string
  close(): void
}

/** How many bytes stay in memory, and are written at once. */
const chunkBytes = 1 << 20

/** A place is the number of a chunk times this, and where it is in the chunk: only the first bytes of a chunk can be more than `chunkBytes`. */
const placesOfChunk = chunkBytes * 2

interface Chunk {
  /** `null` once they are in the file. */
  bytes: Buffer | null
  used: number
  /** Where they are in the file. */
  place: number
}

/**
 * Opens an empty spill. Its file is created in `folder` when a chunk is full that does not stay in memory. Where no file can be created or
 * written, and with `null`, everything stays in memory. `inMemory`: how many bytes stay there anyway, default 0.
 */
export function openSpill(folder: string | null, inMemory = 0): Spill {
  let chunk = emptyChunk(chunkBytes)
  const chunks = [chunk]
  let held = 0
  let file: NamelessFile | null | undefined = folder === null ? null : undefined
  /** The bytes of the chunk, where they are in the file now: the next chunk takes them, since the first use of new ones takes as long as filling them. */
  const write = (full: Chunk): Buffer | null => {
    const { bytes } = full
    if (bytes === null || full.used === 0) return null
    if (held + full.used <= inMemory) {
      held += full.used
      return null
    }
    if (file === undefined) file = folder === null ? null : createFile(folder)
    const place = file?.append(bytes.subarray(0, full.used)) ?? null
    if (place === null) return null
    full.place = place
    full.bytes = null
    return bytes
  }
  const part: Spill['part'] = (place, from, to) => {
    const own = chunks[Math.floor(place / placesOfChunk)]
    const start = place % placesOfChunk
    return own?.bytes?.subarray(start + from, start + to) ?? partOf(file, (own?.place ?? 0) + start + from, to - from)
  }
  return {
    append: (bytes) => {
      if (chunk.used + bytes.length > chunkBytes) {
        const free = write(chunk)
        chunk = emptyChunk(Math.max(chunkBytes, bytes.length), free)
        chunks.push(chunk)
      }
      const start = chunk.used
      chunk.bytes?.set(bytes, start)
      chunk.used += bytes.length
      return (chunks.length - 1) * placesOfChunk + start
    },
    part,
    text: (place, from, to) => {
      const start = place % placesOfChunk
      // A part of a buffer is an object that takes longer to create than a short text.
      const { bytes = null } = chunks[Math.floor(place / placesOfChunk)] ?? {}
      return bytes ? bytes.toString('utf8', start + from, start + to) : part(place, from, to).toString('utf8')
    },
    close: () => file?.close(),
  }
}

function emptyChunk(size: number, free: Buffer | null = null): Chunk {
  return { bytes: free?.length === size ? free : Buffer.allocUnsafeSlow(size), used: 0, place: 0 }
}

function partOf(file: NamelessFile | null | undefined, start: number, length: number): Buffer {
  return file ? file.bytes(start, start + length).slice(0, length) : Buffer.alloc(0)
}

interface NamelessFile {
  readonly bytes: FileBytes
  /** Where the bytes are in the file, or `null` where the disk is full. */
  append(bytes: Buffer): number | null
  close(): void
}

/** A file that only this program can open, or `null` where none can be created. */
function createFile(folder: string): NamelessFile | null {
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
    // Some systems keep the name of an open file: it is removed when the file is closed.
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
