import { closeSync, fstatSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { openPlainFile } from './open-plain-file.ts'

/** In bytes. */
const mostAtOnce = 1_000_000

/**
 * Reads a regular file; throws as `openPlainFile`. One of up to 1 MB is read without a thread, which takes a fifth of the time where the
 * system has the file in memory; while a larger one is read, other work goes on.
 */
export async function readPlainFile(file: string): Promise<Uint8Array> {
  const descriptor = openPlainFile(file)
  try {
    if (fstatSync(descriptor).size <= mostAtOnce) return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return readFile(file)
}
