import { readSync } from 'node:fs'
import { OperationalError } from '../../errors.ts'
import type { StoredBytes } from './stored-bytes.ts'

/** Read at once: most bytes are read in the order in which they are in the file. */
const windowBytes = 1 << 18
/** Read at once where they are not, such as the records of a store in another order. */
const jumpBytes = 1 << 14

/** The bytes of an open file between two places. */
export type FileBytes = (start: number, end: number) => StoredBytes

/** Reads an open file that only grows, a window at a time. */
export function fileBytes(descriptor: number): FileBytes {
  const window = { start: 0, bytes: Buffer.alloc(0), room: Buffer.alloc(0) }
  const read = (start: number, end: number): Buffer => {
    const isThere = start >= window.start && end <= window.start + window.bytes.length
    if (!isThere) {
      const isNext = start >= window.start && start <= window.start + window.bytes.length
      const wanted = Math.max(end - start, isNext ? windowBytes : jumpBytes)
      if (window.room.length < wanted) window.room = Buffer.allocUnsafeSlow(wanted)
      window.start = start
      window.bytes = window.room.subarray(0, readFully(descriptor, window.room.subarray(0, wanted), start))
    }
    if (window.start + window.bytes.length < end) {
      throw new OperationalError('file-unreadable', 'The cache of documents was truncated while it was read.', {
        fix: 'Run the command again. If it fails again, delete .planogram/cache.',
      })
    }
    return window.bytes.subarray(start - window.start, end - window.start)
  }
  return (start, end) => ({ length: end - start, slice: (from, to) => read(start + from, start + to) })
}

/** Reads until the buffer is full or the file ends; the number of bytes. */
export function readFully(descriptor: number, into: Buffer, position: number): number {
  let length = 0
  for (let read = -1; read !== 0 && length < into.length; length += read) {
    read = readSync(descriptor, into, length, into.length - length, position + length)
  }
  return length
}
