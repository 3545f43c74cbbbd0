import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { fenced } from './fenced.ts'

/** What a plan in plain text may take of a comment, in bytes. */
const mostBytes = 60_000

/** What `planogram show` printed, as Markdown: a file `*.md` as it is, any other as a block of code. Throws `file-unreadable`. */
export function readRenderedPlan(path: string): string {
  const text = readText(path)
  return extname(path) === '.md' ? text : fenced(text, mostBytes)
}

/** The text of a file; `''` where there is none. */
export function optionalText(path: string): string {
  return existsSync(path) ? readText(path) : ''
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new OperationalError('file-unreadable', `${path} cannot be read (${systemCodeOf(cause)}).`, { cause })
  }
}
