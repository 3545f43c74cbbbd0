import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/** A regular file that is open for reading. `size`: in bytes, when it was opened. */
export interface PlainFile {
  readonly descriptor: number
  readonly size: number
}

/**
 * Opens a regular file for reading and returns its descriptor. A pipe, a device or a folder that replaced the file since it was
 * checked throws and never blocks.
 */
export function openPlainFile(file: string): number {
  return openSizedFile(file).descriptor
}

/** The same, with the size of the file. */
export function openSizedFile(file: string): PlainFile {
  // Windows has neither named pipes in folders nor this flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const found = fstatSync(descriptor)
  if (found.isFile()) return { descriptor, size: found.size }
  closeSync(descriptor)
  throw new Error(`${file} is not a regular file`)
}
