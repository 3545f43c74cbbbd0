import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { Surroundings } from './surroundings.ts'

/** The bytes of a file, or of standard input where its name is `-`. Throws `file-unreadable`. */
export async function readInput(file: string, { stdin, cwd }: Pick<Surroundings, 'stdin' | 'cwd'>): Promise<Uint8Array> {
  if (file === '-') return await buffer(stdin)
  try {
    return await readFile(resolve(cwd, file))
  } catch (cause) {
    const code = systemCodeOf(cause)
    const what = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new OperationalError('file-unreadable', `${sanitizeLine(file)} ${what}.`, { cause })
  }
}
