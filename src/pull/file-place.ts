import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { realFile } from '../files/catalogue-path.ts'
import { OperationalError } from '../errors.ts'

/**
 * The file behind a path of a catalogue, links followed, whether it is there or not. Throws `file-unwritable` where a link leads
 * out of the catalogue, and where a pipe, a folder, or a file in place of a folder is in the way.
 */
export function filePlace(root: string, path: string): string {
  const folder = dirname(path)
  const steps = folder === '.' ? [] : folder.split('/')
  for (const [index] of steps.entries()) {
    const above = steps.slice(0, index + 1).join('/')
    const found = foundAt(root, path, above)
    if (found === undefined) return join(root, path)
    if (!found.isFolder) throw inTheWay(path, `${above} is no folder`)
  }
  const found = foundAt(root, path, path)
  if (found?.isFolder === true) throw inTheWay(path, 'a folder of that name is there')
  return found?.file ?? join(root, path)
}

function foundAt(root: string, path: string, place: string): { readonly file: string; readonly isFolder: boolean } | undefined {
  const real = realFile(root, place)
  if (real && 'refused' in real) throw inTheWay(path, `${place === path ? 'it' : place} ${real.refused}`)
  const found = real && statSync(real.file, { throwIfNoEntry: false })
  return found ? { file: real.file, isFolder: found.isDirectory() } : undefined
}

function inTheWay(path: string, why: string): OperationalError {
  return new OperationalError('file-unwritable', `Pull cannot write ${path}: ${why}.`, {
    fix: 'Move it away or give it another name, then pull again.',
  })
}
