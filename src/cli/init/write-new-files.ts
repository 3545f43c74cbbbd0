import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperationalError, systemCodeOf } from '../../errors.ts'

/** The files that were written, those that existed and are unchanged, and those that existed and got lines at their end. Paths as given. */
export interface NewFiles {
  readonly written: readonly string[]
  readonly present: readonly string[]
  readonly extended: readonly string[]
}

/**
 * Writes files below a folder; never replaces an existing one. An existing `.gitignore` gets the lines that it lacks:
 * without them the state of the machine and the key of the embedded store would be committed. Throws `file-unwritable`.
 */
export function writeNewFiles(folder: string, files: ReadonlyMap<string, string>): NewFiles {
  const made: { written: string[]; present: string[]; extended: string[] } = { written: [], present: [], extended: [] }
  for (const [path, text] of files) {
    const file = join(folder, path)
    if (!existsSync(file)) {
      write(file, text, 'wx')
      made.written.push(path)
    } else if (basename(path) === '.gitignore' && extend(file, text)) made.extended.push(path)
    else made.present.push(path)
  }
  return made
}

/** `wx`: a dangling link is not written through either. */
function write(file: string, text: string, flag: 'wx' | 'a'): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag })
  } catch (cause) {
    throw new OperationalError('file-unwritable', `${file} cannot be written (${systemCodeOf(cause)}).`, {
      fix: 'Name a folder that this user may write to. Files that were written before this one stay.',
      cause,
    })
  }
}

/** Adds the lines of a text that a file lacks, and its comments; false where it lacks none. */
function extend(file: string, text: string): boolean {
  const own = readFileSync(file, 'utf8')
  const known = new Set(own.split(/\r?\n/).map((line) => line.trim()))
  const missing = text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !known.has(line))
  if (missing.length === 0) return false
  const comments = text.split('\n').filter((line) => line.startsWith('#'))
  const start = own === '' || own.endsWith('\n') ? '' : '\n'
  write(file, `${start}${own === '' ? '' : '\n'}${[...comments, ...missing].join('\n')}\n`, 'a')
  return true
}
