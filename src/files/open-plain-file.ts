import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/**
 * Opens a file to read it. Whatever has come into its place since it was looked at is not waited for: a pipe, a device and a
 * folder throw as a file that cannot be read does.
 */
export function openPlainFile(file: string): number {
  // Windows has neither pipes in folders nor the flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw new Error(`${file} is no plain file`)
}
