import { realpathSync, statSync } from 'node:fs'
import { posix, relative, resolve, sep } from 'node:path'

/** A path of a catalogue, or why it is refused (semantics.md 8 and 23). */
export type CheckedPath = { readonly path: string } | { readonly refused: string }

/**
 * The path from the catalogue root that a document names: relative to the root, or with `./` to the folder of the document.
 * Absolute paths, `..` and hidden files and folders (`.git`, `.env`) are refused without reading the disk.
 */
export function cataloguePath(written: string, document: string): CheckedPath {
  const path = written.replaceAll('\\', '/')
  if (path.includes('\0')) return { refused: 'contains a NUL character' }
  if (path.startsWith('/') || path.startsWith('~') || /^[a-z]+:/i.test(path)) return { refused: 'is not a path inside the catalogue' }
  const steps = path.split('/')
  if (steps.includes('..')) return { refused: 'contains ..' }
  const beside = steps[0] === '.'
  const joined = posix.normalize(beside ? posix.join(posix.dirname(document), path) : path)
  const last = steps.at(-1)
  if (last === '' || last === '.') return { refused: 'names a folder' }
  return hasDotStep(joined) ? { refused: 'is in a hidden file or folder' } : { path: joined }
}

/** The file at a checked path, links followed. `refused` where it is outside of the root or hidden; `null` where there is none. */
export function realFile(root: string, path: string): { readonly file: string } | { readonly refused: string } | null {
  try {
    const file = realpathSync(resolve(root, path))
    const inside = relative(realpathSync(root), file)
    if (inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside)
      return { refused: 'is a link to a place outside of the catalogue' }
    if (hasDotStep(inside.split(sep).join('/'))) return { refused: 'is a link into a hidden file or folder' }
    // Reading a pipe can block for ever.
    const found = statSync(file)
    return found.isFile() || found.isDirectory() ? { file } : { refused: 'is a pipe or a device, not a file' }
  } catch {
    return null
  }
}

function hasDotStep(path: string): boolean {
  return path.split('/').some((step) => step.startsWith('.') && step !== '.')
}
