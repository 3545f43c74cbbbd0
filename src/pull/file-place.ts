import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { realFile } from '../files/catalogue-path.ts'
import { OperationalError } from '../errors.ts'

/**
 * The absolute path of a file of a catalogue, links followed; the file need not exist. Throws `file-unwritable` for a link to a place
 * outside of the catalogue, a pipe, a folder, and a file where a folder is needed.
 */
export function filePlace(root: string, path: string): string {
  const folder = dirname(path)
  const steps = folder === '.' ? [] : folder.split('/')
  for (const [index] of steps.entries()) {
    const above = steps.slice(0, index + 1).join('/')
    const found = foundAt(root, path, above)
    if (found === undefined) return join(root, path)
    if (!found.isFolder) throw unwritable(path, `${above} is not a folder`)
  }
  const found = foundAt(root, path, path)
  if (found?.isFolder === true) throw unwritable(path, 'a folder has that name')
  return found?.file ?? join(root, path)
}

function foundAt(root: string, path: string, place: string): { readonly file: string; readonly isFolder: boolean } | undefined {
  const real = realFile(root, place)
  if (real && 'refused' in real) throw unwritable(path, `${place === path ? 'it' : place} ${real.refused}`)
  const found = real && statSync(real.file, { throwIfNoEntry: false })
  return found ? { file: real.file, isFolder: found.isDirectory() } : undefined
}

function unwritable(path: string, why: string): OperationalError {
  return new OperationalError('file-unwritable', `Pull cannot write ${path}: ${why}.`, {
    fix: 'Move or rename it, then pull again.',
  })
}
