import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/**
 * Opens a regular file for reading and returns its descriptor. A pipe, a device or a folder that replaced the file since it was
 * checked throws and never blocks.
 */
export function openPlainFile(file: string): number {
  // Windows has neither named pipes in folders nor this flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw new Error(`${file} is not a regular file`)
}
