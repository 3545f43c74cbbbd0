import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Puts content into the place of a file, whole or not at all: written beside under a name of its own, through no link that
 * somebody laid there, then moved. Keeps the mode of a file that was there; throws what the system throws.
 */
export function replaceWhole(file: string, content: string | Uint8Array): void {
  const draft = join(dirname(file), `.${basename(file).slice(0, mostKept)}.${randomUUID()}`)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  try {
    writeFileSync(draft, content, { flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Characters of the name: with those that follow it must stay a name, which has 255 bytes at most. */
const mostKept = 40
