import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCodeOf } from '../errors.ts'

/**
 * Replaces a file in the config folder of the user, whole and readable for this user only. One process at a time changes it: it holds the draft that
 * replaces it, while `update` reads the file and returns the new content; `null` leaves the file as it is. Throws what the system throws.
 */
export function replaceAlone(file: string, update: () => string | null): void {
  const draft = draftOf(file)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openAlone(draft))
  let isHeld = true
  try {
    const content = update()
    if (content === null) return
    writeFileSync(draft, content)
    renameSync(draft, file)
    isHeld = false
  } finally {
    if (isHeld) rmSync(draft, { force: true })
  }
}

/** Why a file could not be replaced, as a part of a sentence. */
export function whyNotReplaced(file: string, cause: unknown): string {
  const noFolder = whyNoFolder(file)
  if (noFolder !== undefined) return noFolder
  if (systemCodeOf(cause) !== 'EEXIST') return `${file} cannot be written (${systemCodeOf(cause)})`
  return `another process is writing ${file}; if none is, delete ${draftOf(file)}`
}

/** Why no file can be in the folder of `file`, as a part of a sentence, where a file has the name of that folder or of one above it. */
export function whyNoFolder(file: string): string | undefined {
  let folder = dirname(file)
  while (folder !== dirname(folder) && !existsSync(folder)) folder = dirname(folder)
  return statSync(folder).isDirectory() ? undefined : `${folder} is a file, not a folder; rename or delete it`
}

function draftOf(file: string): string {
  return `${file}.lock`
}

/** How often, and after how long each time, a file that another process has created is tried again. */
const [tries, pauseMs] = [50, 20]

/** Creates a file that does not exist. Throws EEXIST where another process keeps it. */
function openAlone(path: string): number {
  for (let left = tries; ; left -= 1) {
    try {
      return openSync(path, 'wx', 0o600)
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST' || left === 0) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
}
