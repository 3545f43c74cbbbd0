import { randomUUID } from 'node:crypto'
import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a file by new content, whole or not at all: written to a draft beside it, through no link that somebody put
 * there, then renamed. Keeps the mode of a file that was there; throws what the system throws.
 */
export function replaceWhole(file: string, content: string | Uint8Array): void {
  replaceInPieces(file, [content])
}

/** `replaceWhole` for content that comes in pieces. */
export function replaceInPieces(file: string, pieces: Iterable<string | Uint8Array>): void {
  const draft = join(dirname(file), `.${basename(file).slice(0, mostKept)}.${randomUUID()}`)
  try {
    writeDraft(draft, pieces, statSync(file, { throwIfNoEntry: false })?.mode)
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

/** Characters of the name: with those that follow it must stay a name, which has 255 bytes at most. */
const mostKept = 40
