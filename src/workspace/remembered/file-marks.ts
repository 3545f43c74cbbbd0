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
  /**
   * Lower-case hex sha256 of its bytes: of a file that had changed just before, since a change within the same tick of the clock would not show in
   * its times, and of documents after `withDocumentHashes`. `null` for others.
   */
  readonly sha256: string | null
}

/** How much of a file has to be the same: its bytes, or also its identity, so that it was not even replaced by an equal one. */
export type Sameness = 'bytes' | 'file'

/** Times of files are at worst exact to two seconds. */
const settledAfterMs = 2_000
/** Packages are not a part of a catalogue, and many. */
export const unmarkedFolder = 'node_modules'
/** In a folder with more, a comparison would take as long as it saves. */
const mostFiles = 50_000
/** Bytes of files that are not documents. */
const mostHashed = 256_000_000

/**
 * Marks of every file that a catalogue can read: all below its root but hidden ones and the folder node_modules of the root, and the given
 * files besides. `null` where that cannot be known: a link to a folder, a file that cannot be read, or too many files or bytes. `nowMs`: the
 * time of the disk.
 */
export function markCatalogue(root: string, besides: readonly string[], nowMs: number = Date.now()): readonly FileMark[] | null {
  try {
    if (isFoldedName(root)) return null
    const paths = [...pathsIn(root), ...besides]
    const hashed = { bytes: 0, until: nowMs - settledAfterMs }
    const marks = paths.length > mostFiles ? null : paths.map((path) => markOf(root, path, hashed))
    return hashed.bytes > mostHashed ? null : marks
  } catch {
    return null
  }
}

/**
 * The same marks with the hashes of all documents, so that a later checkout of the same bytes is recognised. `known`: the hash of a document
 * that was read since, `undefined` for one that is hashed here. The hashes hold if the files are still the same afterwards; `null` where one cannot
 * be read.
 */
export function withDocumentHashes(
  marks: readonly FileMark[],
  root: string,
  known: (path: string) => string | undefined,
): readonly FileMark[] | null {
  try {
    return marks.map((mark) =>
      mark.kind === 'file' && mark.sha256 === null && isDocument(mark.path)
        ? { ...mark, sha256: known(mark.path) ?? hashOf(join(root, mark.path)) }
        : mark,
    )
  } catch {
    return null
  }
}

/** True where every file is the same: one with a hash has the same bytes, another its identity. */
export function isSameCatalogue(
  marks: readonly FileMark[],
  root: string,
  { besides, as }: { besides: readonly string[]; as: Sameness },
): boolean {
  try {
    const known = new Map(marks.map((mark) => [mark.path, mark]))
    const paths = [...pathsIn(root), ...besides]
    return paths.length === marks.length && paths.every((path) => isSameFile(known.get(path), join(root, path), as))
  } catch {
    return false
  }
}

/** Marks of the database of a state; `null` while another process writes to it or has not ended its writes. */
export function markState(file: string): FileMark | null {
  try {
    return isAtRest(file) ? markOf('', file, { bytes: 0, until: Date.now() - settledAfterMs }) : null
  } catch {
    return null
  }
}

/** True where the database has the same content, all of it in its file. */
export function isSameState(mark: FileMark, file: string): boolean {
  try {
    return isAtRest(file) && isSameFile(mark, file, 'bytes')
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

/** What is hashed besides documents: so many bytes so far, of files that were changed after this time. */
interface Hashed {
  bytes: number
  readonly until: number
}

function markOf(root: string, path: string, hashed: Hashed): FileMark {
  const file = join(root, path)
  const { size, changedMs, ...found } = lookAt(file)
  const isHashed = found.kind === 'file' && changedMs > hashed.until
  if (isHashed && !isDocument(path)) hashed.bytes += size
  return { path, ...found, sha256: isHashed && hashed.bytes <= mostHashed ? hashOf(file) : null }
}

function isSameFile(mark: FileMark | undefined, file: string, as: Sameness): boolean {
  if (mark === undefined) return false
  const { kind, link, identity } = lookAt(file)
  if (kind !== mark.kind || link !== mark.link) return false
  if ((as === 'file' || mark.sha256 === null) && identity !== mark.identity) return false
  return mark.sha256 === null || mark.sha256 === hashOf(file)
}

function isDocument(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

interface Look extends Pick<FileMark, 'kind' | 'link' | 'identity'> {
  /** Bytes. */
  readonly size: number
  /** The later one of its times. */
  readonly changedMs: number
}

/** What a file is, links followed. A folder has no more identity than its name: its entries are marked by themselves. */
function lookAt(file: string): Look {
  const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? realpathSync(file) : null
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (found === undefined || found.isDirectory()) return { kind: found ? 'folder' : 'absent', link, identity: '', size: 0, changedMs: 0 }
  const { dev, ino, mode, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found
  return {
    kind: found.isFile() ? 'file' : 'other',
    link,
    identity: [dev, ino, mode, size, mtimeNs, ctimeNs].join(' '),
    size: Number(size),
    changedMs: Number(ctimeMs > mtimeMs ? ctimeMs : mtimeMs),
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
