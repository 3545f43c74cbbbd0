import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperationalError } from '../../errors.ts'

/** What was written, and what was there and stays. Paths as they were given. */
export interface NewFiles {
  readonly written: readonly string[]
  readonly present: readonly string[]
}

/** Writes files below a folder; one that is there is never replaced. Throws `file-unwritable`. */
export function writeNewFiles(folder: string, files: ReadonlyMap<string, string>): NewFiles {
  const written: string[] = []
  const present: string[] = []
  for (const [path, text] of files) {
    const file = join(folder, path)
    if (existsSync(file)) present.push(path)
    else {
      writeNew(file, text)
      written.push(path)
    }
  }
  return { written, present }
}

/** `wx`: also a link that leads nowhere is not written through. */
function writeNew(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  } catch (cause) {
    throw new OperationalError('file-unwritable', `${file} cannot be written.`, {
      fix: 'Name a folder that you may write to; files that were written before this one stay.',
      cause,
    })
  }
}
