import { realpathSync, statSync } from 'node:fs'
import { posix, relative, resolve, sep } from 'node:path'

/** A path of a catalogue, or why it is refused (semantics.md 8 and 23). */
export type CheckedPath = { readonly path: string } | { readonly refused: string }

/**
 * The path from the catalogue root that a document names: relative to the root, or with `./` to the folder of the document.
 * Absolute paths, `..` and hidden files and folders (`.git`, `.env`) are refused without reading the disk. The path is in Unicode form C,
 * whatever the form in which it is written.
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
  return hasDotStep(joined) ? { refused: 'is in a hidden file or folder' } : { path: joined.normalize('NFC') }
}

/** A file or folder of the catalogue; `isOtherForm`: its name on the disk is not in Unicode form C. */
export interface RealFile {
  readonly file: string
  readonly isOtherForm?: true
}

/** Why a path is no file of the catalogue; `isAmbiguous`: it is two. */
export interface RefusedFile {
  readonly refused: string
  readonly isAmbiguous?: true
}

/**
 * The file at a checked path, links followed. A name may be on the disk in Unicode form C or D; two files whose names differ only in form
 * are `refused`, like a file outside of the root and a hidden one. `null` where there is none.
 */
export function realFile(root: string, path: string): RealFile | RefusedFile | null {
  const [form, ...others] = formsOnDisk(root, path)
  if (form === undefined) return null
  if (others.length > 0) return { refused: 'is the name of two files, which differ only in Unicode form', isAmbiguous: true }
  try {
    // One call of the system, where `realpathSync` looks at each folder of a path.
    const file = realpathSync.native(resolve(root, form))
    const inside = relative(realpathSync.native(root), file)
    if (inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside)
      return { refused: 'is a link to a place outside of the catalogue' }
    if (hasDotStep(inside.split(sep).join('/'))) return { refused: 'is a link into a hidden file or folder' }
    // Reading a pipe can block for ever.
    const found = statSync(file)
    if (!found.isFile() && !found.isDirectory()) return { refused: 'is a pipe or a device, not a file' }
    return form === path ? { file } : { file, isOtherForm: true }
  } catch {
    return null
  }
}

/** The spellings of a path that are different files. A disk that does not distinguish them shows one file under each. */
function formsOnDisk(root: string, path: string): readonly string[] {
  const forms = formsOf(path)
  if (forms.length === 1) return forms
  const byFile = new Map<string, string>()
  for (const form of forms) {
    const found = statSync(resolve(root, form), { throwIfNoEntry: false, bigint: true })
    const id = found && `${String(found.dev)} ${String(found.ino)}`
    if (id !== undefined && !byFile.has(id)) byFile.set(id, form)
  }
  return [...byFile.values()]
}

/** The path as given, and with its folder and its name in Unicode form C and D; most paths have one spelling only. */
function formsOf(path: string): readonly string[] {
  if (!/[^\0-\u007F]/.test(path)) return [path]
  const [folder, name] = [posix.dirname(path), posix.basename(path)]
  const forms = ['NFC', 'NFD'] as const
  return [...new Set([path, ...forms.flatMap((of) => forms.map((form) => posix.join(folder.normalize(of), name.normalize(form))))])]
}

function hasDotStep(path: string): boolean {
  return path.split('/').some((step) => step.startsWith('.') && step !== '.')
}
