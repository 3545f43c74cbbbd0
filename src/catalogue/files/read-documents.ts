import { hash as digest } from 'node:crypto'
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { invariant } from '../../errors.ts'
import type { ByteMemory } from '../../files/byte-memory.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { notUtf8 } from '../../files/not-utf8.ts'
import { openSizedFile } from '../../files/open-plain-file.ts'
import { readOpened } from '../../files/read-plain-file.ts'
import { unreadable } from '../../files/unreadable.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import type { MapNode } from '../../yaml/source-node.ts'
import { type DecodedText, hasLegalValues } from '../../resources/legal-text.ts'
import { type OnPart, unreported, within } from '../../yaml/line-reporter.ts'
import { readWithLibrary } from '../../yaml/read-with-library.ts'
import { scanStrictly, tooLarge } from '../../yaml/read-yaml.ts'
import type { Tape } from '../../yaml/strict/tape-nodes.ts'
import type { Caches, DocumentCache } from '../cache/document-cache.ts'
import { inMemory, type StoredBytes } from '../cache/stored-bytes.ts'
import { type DocumentTexts, openDocumentTexts } from './document-texts.ts'
import { packScanned } from './pack-scanned.ts'
import { openPacked, packDocument, unpackDocument } from './packed-document.ts'
import { type OpenEntry, type PackedMap, type SourceDocument, sourceDocument } from './source-document.ts'
import { keepTape, openTaped, tapedDocument } from './taped-document.ts'

/** The documents of a layer. */
export interface Documents {
  /** Without those that are empty or broken. */
  readonly documents: readonly SourceDocument[]
  /** Opens entries of these documents. */
  readonly open: OpenEntry
  readonly texts: DocumentTexts
  /** Sha256 by path. */
  readonly hashes: ReadonlyMap<string, string>
  /** True where it is known of all of them (`hasLegalValues`): those from a cache are not searched again. */
  readonly areLegal: boolean
  readonly problems: readonly Problem[]
}

/** What to read: documents by their paths from the root. */
export interface DocumentList {
  readonly root: string
  readonly paths: Iterable<string>
  /** The folder of the overlay of these documents; `null`: the catalogue. */
  readonly overlay: string | null
  /** Default: nothing is kept from run to run. */
  readonly caches?: Caches | undefined
  /** False: texts are read again when they are asked for. */
  readonly keepsTexts: boolean
  /** So many bytes of texts and tapes are kept, of the first documents that were scanned; `all`: of all of them, and none is packed. Default 32 MB. */
  readonly tapeBytes?: number | 'all' | undefined
  /** Called after each document with its size; 0 for one that is too large or not UTF-8. */
  readonly onDocument?: ((bytes: number) => void) | undefined
  /** Called before a document of more than 1 MB is parsed, and while it is. */
  readonly onLarge?: ((document: LargeDocument) => void) | undefined
}

/** A document that takes long to read, and how much of that is done. */
export interface LargeDocument {
  readonly path: string
  readonly bytes: number
  readonly percent: number
}

const largeBytes = 1_000_000

/** Reads documents. With a cache, one that is known from an earlier run is not parsed again. Throws `file-unreadable`. */
export function readDocuments(list: DocumentList): Documents {
  const { root, overlay, caches, keepsTexts, onLarge } = list
  const cache = caches?.open({ name: 'documents', layer: overlay, madeWith: '' })
  const documents: SourceDocument[] = []
  const kept = new Map<string, KeptDocument>()
  const hashes = new Map<string, string>()
  const tapedFiles = new Set<string>()
  const texts = openDocumentTexts(root, { hashes, keeps: keepsTexts, taped: tapedFiles })
  const problems: Problem[] = []
  const tapes = tapeRoom(list)
  let unknown = 0
  for (const { file, text, hash, bytes } of readTexts(list, { hashes, problems })) {
    texts.add(file, text)
    const known = cache?.find(hash)
    const onPart = largeReporter({ path: file, bytes: bytes.length }, onLarge)
    const parsed: Parsed = known
      ? unpack(file, known)
      : parse({ file, text, bytes, hash, isOverlay: overlay !== null, tapes, onPart }, cache)
    for (const problem of parsed.problems) problems.push(problem)
    if (parsed.document) documents.push(parsed.document)
    if (parsed.kept) kept.set(file, parsed.kept)
    if (parsed.isTaped) tapedFiles.add(file)
    unknown += parsed.isLegal ? 0 : 1
  }
  cache?.save()
  return { documents, open: opener(kept), texts, hashes, areLegal: unknown === 0, problems }
}

function largeReporter(document: Omit<LargeDocument, 'percent'>, onLarge: DocumentList['onLarge']): OnPart {
  if (!onLarge || document.bytes <= largeBytes) return unreported
  return (part) => onLarge({ ...document, percent: Math.floor(part * 100) })
}

/** Opens the maps of a document that are not read yet. */
type KeptDocument = (map: PackedMap) => MapNode

function unpack(file: string, stored: StoredBytes): Parsed {
  return { document: unpackDocument(file, stored), kept: (map) => openPacked(stored, map), isLegal: false, problems: [] }
}

function taped(document: Tape): KeptDocument {
  return (map) => openTaped(document, map)
}

function opener(kept: ReadonlyMap<string, KeptDocument>): OpenEntry {
  return ({ file, key, node }) => {
    if (node.kind !== 'packed') return { file, key, node }
    const open = kept.get(file)
    invariant(open, `${file} was kept`)
    return { file, key, node: open(node) }
  }
}

interface Text extends ReadText {
  readonly file: string
  readonly isOverlay: boolean
  readonly tapes: TapeRoom
  readonly onPart: OnPart
}

/** How many documents are kept as tapes. */
interface TapeRoom {
  /** True: all of them, and none is packed. */
  readonly keepsAll: boolean
  /** Else so many bytes of them: reading an entry from a tape takes half the time of unpacking it. */
  left: number
}

const usualTapeBytes = 32 << 20

function tapeRoom({ tapeBytes = usualTapeBytes }: DocumentList): TapeRoom {
  return tapeBytes === 'all' ? { keepsAll: true, left: 0 } : { keepsAll: false, left: tapeBytes }
}

interface Parsed {
  /** `null` where it is empty or broken. */
  readonly document: SourceDocument | null
  /** `null` where all nodes of the document are in memory. */
  readonly kept: KeptDocument | null
  /** True where its tape keeps its text in memory. */
  readonly isTaped?: true
  /** False where it is not known. */
  readonly isLegal: boolean
  readonly problems: readonly Problem[]
}

/**
 * A document without problems is kept as bytes, also during this run: its values take ten times the memory. One that was scanned is kept as
 * its tape while there is room; with `keepsAll` it is not packed for a later run, which scans it in the time that it takes to read it from
 * the cache.
 */
function parse({ file, text, bytes: read, hash, isOverlay, tapes, onPart }: Text, cache: DocumentCache | undefined): Parsed {
  const keep = (bytes: Buffer): StoredBytes => cache?.keep(hash, bytes) ?? inMemory(bytes)
  onPart(0)
  const scanned = scanStrictly(text)
  const isLegal = hasLegalValues({ text, bytes: read })
  onPart(scanned ? 0.5 : 0)
  if (scanned) {
    const tape = keepTape(scanned)
    const size = text.length + tape.tape.byteLength
    if (!tapes.keepsAll && tapes.left < size) return { ...unpack(file, keep(packScanned(tape))), isLegal }
    tapes.left -= size
    if (!tapes.keepsAll) cache?.keep(hash, packScanned(tape))
    return { document: tapedDocument(file, tape), kept: taped(tape), isTaped: true, isLegal, problems: [] }
  }
  const { root, problems } = readWithLibrary(file, text, { isOverlay, onPart: within(onPart, 0, 0.9) })
  const bytes = root && problems.length === 0 ? packDocument(root) : undefined
  return bytes ? { ...unpack(file, keep(bytes)), isLegal } : { document: root && sourceDocument(file, root), kept: null, isLegal, problems }
}

let buffer = Buffer.allocUnsafeSlow(1 << 16)

/** One buffer for all documents: thousands of small ones would fragment the memory. */
const memory: Pick<ByteMemory, 'take'> = {
  take(size) {
    if (size > buffer.length) buffer = Buffer.allocUnsafeSlow(size * 2)
    return buffer.subarray(0, size)
  },
}

interface ReadText extends DecodedText {
  readonly hash: string
}

interface Found {
  readonly hashes: Map<string, string>
  readonly problems: Problem[]
}

/** The texts of documents. Adds the hash of each, and a problem for one that is too large or not UTF-8. */
function* readTexts(
  { root, paths, onDocument }: DocumentList,
  { hashes, problems }: Found,
): Generator<ReadText & { readonly file: string }> {
  for (const file of paths) {
    const read = textOf(file, { root, hashes })
    if ('problem' in read) problems.push(read.problem)
    else yield { file, ...read }
    onDocument?.('problem' in read ? 0 : read.bytes.length)
  }
}

/** Reads a document, and adds its hash. Its bytes are valid until the next one is read. */
function textOf(
  file: string,
  { root, hashes }: { readonly root: string; readonly hashes: Map<string, string> },
): ReadText | { readonly problem: Problem } {
  const read = bytesOf(root, file)
  if ('problem' in read) return read
  const { bytes } = read
  const hash = digest('sha256', bytes)
  hashes.set(file, hash)
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text, hash, bytes }
  const message = notUtf8(file, bytes)
  return { problem: makeProblem({ rule: 'not-utf8', at: { file, start: 0, end: 0 }, message, fix: 'Save it as UTF-8.' }) }
}

/** The bytes of a document, valid until the next one is read. */
function bytesOf(root: string, file: string): { readonly bytes: Uint8Array } | { readonly problem: Problem } {
  try {
    const opened = openSizedFile(join(root, file))
    try {
      const problem = tooLarge(file, opened.size)
      return problem ? { problem } : { bytes: readOpened(opened, memory) }
    } finally {
      closeSync(opened.descriptor)
    }
  } catch (cause) {
    throw unreadable(file, cause)
  }
}
