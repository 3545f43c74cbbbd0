import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file atomically: the content goes to a new file beside it, which is then renamed. Never writes through a link. Keeps the
 * mode of the file that it replaces. Throws what the system throws.
 */
export function replaceWhole(file: string, content: string | Uint8Array): void {
  const draft = join(dirname(file), `.${basename(file).slice(0, longestPrefix)}.${randomUUID()}`)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  try {
    writeFileSync(draft, content, { flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** So many characters of the name go into the temporary name: a file name has at most 255 bytes. */
const longestPrefix = 40
