import { closeSync, readFile, readFileSync, readSync } from 'node:fs'
import { promisify } from 'node:util'
import type { ByteMemory } from './byte-memory.ts'
import { openSizedFile, type PlainFile } from './open-plain-file.ts'

/** In bytes. */
const mostAtOnce = 1_000_000

const readInThread = promisify(readFile)

/**
 * Reads a regular file; throws as `openPlainFile`. One of up to 1 MB is read without a thread, which takes a fifth of the time where the
 * system has the file in memory; while a larger one is read, other work goes on. `memory`: where its bytes are, if there is a choice.
 */
export async function readPlainFile(file: string, memory?: ByteMemory): Promise<Uint8Array> {
  const opened = openSizedFile(file)
  try {
    return opened.size <= mostAtOnce ? readOpened(opened, memory) : await readInThread(opened.descriptor)
  } finally {
    closeSync(opened.descriptor)
  }
}

/** Reads the bytes that a file had when it was opened, in one call where its size is known; one that has become shorter is shorter. */
export function readOpened({ descriptor, size }: PlainFile, memory?: Pick<ByteMemory, 'take'>): Uint8Array {
  // A system reports size 0 for files that it writes when they are read.
  if (size === 0) return readFileSync(descriptor)
  const bytes = memory?.take(size) ?? Buffer.allocUnsafeSlow(size)
  let length = 0
  while (length < size) {
    const read = readSync(descriptor, bytes, length, size - length, null)
    if (read === 0) break
    length += read
  }
  return length === size ? bytes : bytes.subarray(0, length)
}
