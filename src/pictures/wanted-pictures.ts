import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WantedFile } from '../records/desired.ts'
import { lfsPointer } from '../files/lfs-pointer.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import type { SourceSpan } from '../source/source.ts'
import type { PictureFacts } from './picture-facts.ts'
import { isRaster, type Rendition, renditionIdentity, type RenditionRequest } from './rendition.ts'
import { type Finding, makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { type CheckedPath, type RealFile, realFile, type RefusedFile } from '../files/catalogue-path.ts'
import { readPlainFile } from '../files/read-plain-file.ts'
import { byCode } from '../source/by-code.ts'
import { pictureKind } from './picture-kind.ts'
import { pictureSize } from './picture-size.ts'

/** A picture that a record names. */
export interface NamedPicture {
  /** Path from the catalogue root. */
  readonly from: string
  /** Folder of the store, such as `images/items`. */
  readonly folder: string
  /** Where the record names it. */
  readonly source: SourceSpan
  /** File name in the folder of the store. */
  readonly name: string
  /** The rendition to make of it; `null`: the file is uploaded unchanged. */
  readonly request: RenditionRequest | null
}

/** The pictures of a catalogue, read once. */
export interface WantedPictures {
  readonly files: readonly WantedFile[]
  /** The renditions to make, each use of each picture once. */
  readonly renditions: readonly Rendition[]
  readonly facts: ReadonlyMap<string, PictureFacts>
  /** Paths of the files whose name is not in Unicode form C, sorted. */
  readonly otherForms: readonly string[]
  readonly problems: readonly Problem[]
}

/** Pictures that were read, by path: the results for several stores share them. */
export type PictureMemory = Map<string, ReadPicture>

/** What was read of a picture. */
export interface ReadPicture extends PictureFacts {
  /** Hash of its bytes, or of those that a git LFS pointer stands for, lower-case hex; empty where the file is missing. */
  readonly sha256: string
  /** Identifies its content (`pictureContent`); empty where the file is missing. */
  readonly content: string
  /** True where the name of the file is not in Unicode form C. */
  readonly isOtherForm?: true
}

/** Large pictures that are read at the same time: enough to keep a disk busy, few enough to keep memory small. */
const readers = 8

/** Small ones are read without a thread: after so many, the event loop has a turn for Ctrl-C and timers. */
const picturesInTurn = 16

/** Reads each named picture once and checks that no two pictures with different content have the same path in the store (semantics.md 7). */
export async function readPictures(root: string, named: readonly NamedPicture[], pictures: PictureMemory): Promise<WantedPictures> {
  const problems: Problem[] = []
  const first = new Map(named.toReversed().map((picture) => [picture.from, picture]))
  const queue = [...first.values()].filter(({ from }) => !pictures.has(from)).values()
  const work = async (): Promise<void> => {
    let count = 0
    for (const picture of queue) {
      pictures.set(picture.from, await readOne(root, picture, problems))
      count += 1
      if (count % picturesInTurn === 0) await nextTurn()
    }
  }
  await Promise.all(Array.from({ length: readers }, work))

  const files = new Map<string, WantedFile>()
  // A picture that does not exist is a problem of its own, and has no content that can collide.
  const isAbsent = ({ from }: NamedPicture): boolean => pictures.get(from)?.kind === 'missing'
  const absent = [...first.values()].filter(isAbsent).map((picture) => fileOf(picture, missing, undefined))
  const taken = new Map<string, WantedFile>()
  const renditions = new Map<string, Rendition>()
  for (const picture of named.filter((each) => !isAbsent(each))) {
    const { from, source } = picture
    const facts = pictures.get(from) ?? missing
    const rendition = renditionOf(picture, facts)
    if (rendition) renditions.set(`${rendition.use} ${rendition.identity} ${from}`, rendition)
    const file = fileOf(picture, facts, rendition)
    const other = taken.get(file.path.toLowerCase())
    const isOther = other && other.sha256 !== file.sha256 && (other.from !== from || other.size === null || file.size === null)
    if (isOther) problems.push(makeProblem(collision({ ...file, source }, other)))
    if (!other) taken.set(file.path.toLowerCase(), file)
    if (!files.has(file.path)) files.set(file.path, file)
  }
  const read = [...pictures].filter(([from]) => first.has(from))
  const facts = new Map(read.map(([from, { kind, size, pixels = null }]) => [from, { kind, size, pixels }]))
  const otherForms = read.flatMap(([from, { isOtherForm }]) => (isOtherForm ? [from] : [])).toSorted(byCode)
  return { files: [...files.values(), ...absent], renditions: [...renditions.values()], facts, otherForms, problems }
}

function renditionOf({ from, source, request }: NamedPicture, { kind, sha256 }: ReadPicture): Rendition | undefined {
  if (request === null || !isRaster(kind)) return undefined
  const { use, edge } = request
  return { use, edge, identity: renditionIdentity({ sha256, kind, edge }), from, sha256, kind, source }
}

function fileOf({ from, folder, name, source }: NamedPicture, read: ReadPicture, rendition: Rendition | undefined): WantedFile {
  const path = `${folder}/${name}`
  return rendition
    ? { path, from, size: null, sha256: rendition.identity, source }
    : { path, from, size: read.size, sha256: read.content, source }
}

const missing: ReadPicture = { kind: 'missing', size: 0, sha256: '', content: '' }

/** The picture from memory, or read synchronously: for file names that depend on the content. */
export function readPictureNow(
  root: string,
  picture: Pick<NamedPicture, 'from' | 'source'>,
  { pictures, problems }: { readonly pictures: PictureMemory; readonly problems: Problem[] },
): ReadPicture {
  const { from } = picture
  const known = pictures.get(from)
  if (known) return known
  const place = placeOf(root, picture, problems)
  const read = 'read' in place ? place.read : describe(bytesOf(place.file), place)
  pictures.set(from, read)
  return read
}

function bytesOf(file: string): Uint8Array | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

async function readOne(root: string, picture: NamedPicture, problems: Problem[]): Promise<ReadPicture> {
  const place = placeOf(root, picture, problems)
  return 'read' in place ? place.read : describe(await readPlainFile(place.file).catch(() => null), place)
}

function placeOf(
  root: string,
  { from, source }: Pick<NamedPicture, 'from' | 'source'>,
  problems: Problem[],
): RealFile | { readonly read: ReadPicture } {
  const real = realFile(root, from)
  if (!real) return { read: missing }
  if ('file' in real) return real
  problems.push(makeProblem(real.isAmbiguous ? twoFiles(from, real, source) : refusedPath(from, real, source)))
  return { read: { ...missing, kind: 'refused' } }
}

function describe(bytes: Uint8Array | null, { isOtherForm }: RealFile): ReadPicture {
  if (bytes === null) return missing
  const pointed = lfsPointer(bytes)
  const kind = pointed === null ? pictureKind(bytes) : 'lfs-pointer'
  const sha256 = pointed ?? hash('sha256', bytes)
  return {
    kind,
    size: bytes.length,
    pixels: pictureSize(kind, bytes),
    sha256,
    content: pointed ?? pictureContent(bytes),
    ...(isOtherForm && { isOtherForm }),
  }
}

/** The finding for a refused path; `at` is where it is written. */
export function refusedPath(written: string, { refused }: Exclude<CheckedPath, { path: string }>, at: SourceSpan): Finding {
  return {
    rule: 'path-outside',
    at,
    message: `"${written}" ${refused}`,
    fix: 'Name a file of the catalogue: a path starts at its root, or with ./ in the folder of this document.',
  }
}

function twoFiles(from: string, { refused }: RefusedFile, at: SourceSpan): Finding {
  return { rule: 'picture-collision', at, message: `"${from}" ${refused}`, fix: 'Rename or delete one of the two files.' }
}

function collision(file: WantedFile, other: WantedFile): Finding {
  return {
    rule: 'picture-collision',
    at: file.source,
    message: `${wordsOf(file)} and ${wordsOf(other)} are different pictures with the same path in the store, ${file.path}`,
    fix: 'Give one of them another file name. A difference in case is not enough.',
    related: { message: 'the other picture', at: other.source },
  }
}

function wordsOf({ from, size }: WantedFile): string {
  return size === null ? `the rendition of ${from}` : from
}
