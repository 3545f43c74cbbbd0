import { randomUUID } from 'node:crypto'
import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file atomically: the content goes to a new file beside it, which is then renamed. Never writes through a link. Keeps the
 * mode of the file that it replaces. Throws what the system throws.
 */
export function replaceWhole(file: string, content: string | Uint8Array): void {
  replaceInPieces(file, [content])
}

/** `replaceWhole` for content in pieces: only one of them is in memory. `mode`: that of the file; default: that of the replaced one. */
export function replaceInPieces(file: string, pieces: Iterable<string | Uint8Array>, mode?: number): void {
  const draft = join(dirname(file), `.${basename(file).slice(0, longestPrefix)}.${randomUUID()}`)
  try {
    writeDraft(draft, pieces, mode ?? statSync(file, { throwIfNoEntry: false })?.mode)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function writeDraft(draft: string, pieces: Iterable<string | Uint8Array>, mode: number | undefined): void {
  const descriptor = openSync(draft, 'wx', mode)
  try {
    for (const piece of pieces) writeFileSync(descriptor, piece)
  } finally {
    closeSync(descriptor)
  }
}

/** So many characters of the name go into the temporary name: a file name has at most 255 bytes. */
const longestPrefix = 40
