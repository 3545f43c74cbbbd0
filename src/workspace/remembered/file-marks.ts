import { createHash } from 'node:crypto'
import { closeSync, type Dirent, lstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A file as it was: enough to tell later whether its content is the same. */
export interface FileMark {
  /** From the root, with forward slashes; of a folder with one at its end. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'other' | 'absent'
  /** The real path of what a link leads to; `null`: it is not a link. */
  readonly link: string | null
  /** Device, number, mode, size and times of the file. */
  readonly identity: string
  /** Lower-case hex sha256 of its bytes; `null`: it is not a regular file. */
  readonly sha256: string | null
  /** True where the file had not changed for a while when it was read: any later change then has another time. */
  readonly isSettled: boolean
}

/** How much of a file has to be the same: its bytes, or also its identity, so that it was not even replaced by an equal one. */
export type Sameness = 'bytes' | 'file'

/** Times of files are at worst exact to two seconds. */
const settledAfterMs = 2_000
/** Packages are not a part of a catalogue, and many. */
export const unmarkedFolder = 'node_modules'
/** In a folder with more, a comparison would take as long as it saves. */
const mostFiles = 50_000

/**
 * Marks of every file that a catalogue can read: all below its root but hidden ones and the folder node_modules of the root, and the given
 * files besides. `null` where that cannot be known: a link to a folder, a file that cannot be read, or too many files.
 */
export function markCatalogue(root: string, besides: readonly string[]): readonly FileMark[] | null {
  try {
    if (isFoldedName(root)) return null
    const paths = [...pathsIn(root), ...besides]
    return paths.length > mostFiles ? null : paths.map((path) => markOf(root, path))
  } catch {
    return null
  }
}

/** True where `markCatalogue` would find the same now. A document is read; of another file that is settled the identity is enough. */
export function isSameCatalogue(marks: readonly FileMark[], root: string, { besides, as }: { besides: readonly string[]; as: Sameness }): boolean {
  try {
    const known = new Map(marks.map((mark) => [mark.path, mark]))
    const paths = [...pathsIn(root), ...besides]
    return paths.length === marks.length && paths.every((path) => isSameFile(known.get(path), root, path, as))
  } catch {
    return false
  }
}

/** Marks of the database of a state; `null` while another process writes to it or has not ended its writes. */
export function markState(file: string): FileMark | null {
  try {
    return isAtRest(file) ? markOf('', file) : null
  } catch {
    return null
  }
}

/** True where the database has the same content, all of it in its file. */
export function isSameState(mark: FileMark, file: string): boolean {
  try {
    return isAtRest(file) && isSameFile(mark, '', file, 'bytes')
  } catch {
    return false
  }
}

/** What is written to SQLite is in a file beside the database until it is moved there. */
function isAtRest(file: string): boolean {
  return ['-wal', '-journal'].every((end) => (statSync(`${file}${end}`, { throwIfNoEntry: false })?.size ?? 0) === 0)
}

/** On a disk that ignores case a catalogue can name the folder of packages in other letters. */
function isFoldedName(root: string): boolean {
  return lstatSync(join(root, unmarkedFolder.toUpperCase()), { throwIfNoEntry: false }) !== undefined
}

/** The path itself for a file or a link, with a slash for a folder. */
function* pathsIn(root: string, folder = ''): Generator<string, void> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (entry.name.startsWith('.') || (folder === '' && entry.name === unmarkedFolder)) continue
    const path = `${folder}${entry.name}`
    refuseUnknown(entry, join(root, path))
    if (!entry.isDirectory()) yield path
    else {
      yield `${path}/`
      yield* pathsIn(root, `${path}/`)
    }
  }
}

/** What is behind a link to a folder is not walked, and a name that is not UTF-8 does not lead to its file. */
function refuseUnknown(entry: Dirent, path: string): void {
  const isLinkToFolder = entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isLinkToFolder || !lstatSync(path, { throwIfNoEntry: false })) throw new Error(`${path} cannot be marked`)
}

function markOf(root: string, path: string): FileMark {
  const file = join(root, path)
  const found = lookAt(file)
  return { path, ...found, sha256: found.kind === 'file' ? hashOf(file) : null }
}

function isSameFile(mark: FileMark | undefined, root: string, path: string, as: Sameness): boolean {
  if (mark === undefined) return false
  const file = join(root, path)
  const { kind, link, identity } = lookAt(file)
  if (kind !== mark.kind || link !== mark.link) return false
  const isSameIdentity = identity === mark.identity
  if (kind !== 'file') return isSameIdentity
  if (as === 'file' && !isSameIdentity) return false
  const isEnough = isSameIdentity && mark.isSettled && (as === 'file' || !isDocument(path))
  return isEnough || mark.sha256 === hashOf(file)
}

function isDocument(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

/** What a file is, links followed. A folder has no more identity than its name: its entries are marked by themselves. */
function lookAt(file: string): Omit<FileMark, 'path' | 'sha256'> {
  const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? realpathSync(file) : null
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (found === undefined || found.isDirectory()) return { kind: found ? 'folder' : 'absent', link, identity: '', isSettled: true }
  const { dev, ino, mode, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found
  return {
    kind: found.isFile() ? 'file' : 'other',
    link,
    identity: [dev, ino, mode, size, mtimeNs, ctimeNs].join(' '),
    isSettled: Number(ctimeMs > mtimeMs ? ctimeMs : mtimeMs) + settledAfterMs < Date.now(),
  }
}

function hashOf(file: string): string {
  const hash = createHash('sha256')
  const room = Buffer.allocUnsafe(1 << 18)
  const descriptor = openSync(file, 'r')
  try {
    for (let length = readSync(descriptor, room); length > 0; length = readSync(descriptor, room)) hash.update(room.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
  return hash.digest('hex')
}
