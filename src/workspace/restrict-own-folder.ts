import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Restricts the folder `.planogram` of a catalogue to its owner: older versions created it with the modes of the shell. A link, a folder of
 * another user and one that does not exist are left as they are.
 */
export function restrictOwnFolder(root: string): void {
  const folder = join(root, '.planogram')
  const found = lstatSync(folder, { throwIfNoEntry: false })
  const isOwn = found?.isDirectory() === true && found.uid === process.getuid?.()
  if (!isOwn || (found.mode & 0o077) === 0) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    // A file system without modes.
  }
}
