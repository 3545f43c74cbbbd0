import { hash as digest } from 'node:crypto'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { invariant } from '../../errors.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { openPlainFile } from '../../files/open-plain-file.ts'
import { unreadable } from '../../files/unreadable.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import { type OnPart, unreported, within } from '../../yaml/line-reporter.ts'
import { readWithLibrary } from '../../yaml/read-with-library.ts'
import { scanStrictly, tooLarge } from '../../yaml/read-yaml.ts'
import type { Caches, DocumentCache } from '../cache/document-cache.ts'
import { inMemory } from '../cache/stored-bytes.ts'
import { type DocumentTexts, openDocumentTexts } from './document-texts.ts'
import { packScanned } from './pack-scanned.ts'
import { openPacked, packDocument, type PackedDocument, unpackDocument } from './packed-document.ts'
import { type OpenEntry, type SourceDocument, sourceDocument } from './source-document.ts'

/** The documents of a layer. */
export interface Documents {
  /** Without those that are empty or broken. */
  readonly documents: readonly SourceDocument[]
  /** Opens entries of these documents. */
  readonly open: OpenEntry
  readonly texts: DocumentTexts
  /** Sha256 by path. */
  readonly hashes: ReadonlyMap<string, string>
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
export function readDocuments({ root, paths, overlay, caches, keepsTexts, onLarge }: DocumentList): Documents {
  const cache = caches?.open({ name: 'documents', layer: overlay, madeWith: '' })
  const documents: SourceDocument[] = []
  const packed = new Map<string, PackedDocument>()
  const hashes = new Map<string, string>()
  const texts = openDocumentTexts(root, { hashes, keeps: keepsTexts })
  const problems: Problem[] = []
  for (const file of paths) {
    const read = bytesOf(root, file)
    if ('problem' in read) {
      problems.push(read.problem)
      continue
    }
    const hash = digest('sha256', read.bytes)
    hashes.set(file, hash)
    const text = decodeUtf8(read.bytes)
    if (text === undefined) {
      const message = `${file} is not UTF-8 text`
      problems.push(makeProblem({ rule: 'not-utf8', at: { file, start: 0, end: 0 }, message, fix: 'Save it as UTF-8.' }))
      continue
    }
    texts.add(file, text)
    const known = cache?.find(hash)
    const onPart = largeReporter({ path: file, bytes: read.bytes.length }, onLarge)
    const document = known
      ? { packed: known, plain: null, problems: [] }
      : parse({ file, text, hash, isOverlay: overlay !== null, onPart }, cache)
    for (const problem of document.problems) problems.push(problem)
    if (document.plain) documents.push(document.plain)
    if (document.packed) {
      packed.set(file, document.packed)
      documents.push(unpackDocument(file, document.packed))
    }
  }
  cache?.save()
  return { documents, open: opener(packed), texts, hashes, problems }
}

function largeReporter(document: Omit<LargeDocument, 'percent'>, onLarge: DocumentList['onLarge']): OnPart {
  if (!onLarge || document.bytes <= largeBytes) return unreported
  return (part) => onLarge({ ...document, percent: Math.floor(part * 100) })
}

function opener(packed: ReadonlyMap<string, PackedDocument>): OpenEntry {
  return ({ file, key, node }) => {
    if (node.kind !== 'packed') return { file, key, node }
    const document = packed.get(file)
    invariant(document, `${file} was packed`)
    return { file, key, node: openPacked(document, node) }
  }
}

interface Text {
  readonly file: string
  readonly text: string
  readonly hash: string
  readonly isOverlay: boolean
  readonly onPart: OnPart
}

interface Parsed {
  readonly packed: PackedDocument | null
  /** Where it cannot be packed. */
  readonly plain: SourceDocument | null
  readonly problems: readonly Problem[]
}

/** A document without problems is kept as bytes, also during this run: its values take ten times the memory. */
function parse({ file, text, hash, isOverlay, onPart }: Text, cache: DocumentCache | undefined): Parsed {
  const kept = (bytes: Buffer): PackedDocument => cache?.keep(hash, bytes) ?? inMemory(bytes)
  onPart(0)
  const scanned = scanStrictly(text)
  onPart(scanned ? 0.5 : 0)
  if (scanned) return { packed: kept(packScanned(scanned)), plain: null, problems: [] }
  const { root, problems } = readWithLibrary(file, text, { isOverlay, onPart: within(onPart, 0, 0.9) })
  const bytes = root && problems.length === 0 ? packDocument(root) : undefined
  if (!bytes) return { packed: null, plain: root && sourceDocument(file, root), problems }
  return { packed: kept(bytes), plain: null, problems }
}

/** The bytes of a document, valid until the next one is read: thousands of small buffers would fragment the memory. */
function bytesOf(root: string, file: string): { readonly bytes: Uint8Array } | { readonly problem: Problem } {
  try {
    const descriptor = openPlainFile(join(root, file))
    try {
      const { size } = fstatSync(descriptor)
      const problem = tooLarge(file, size)
      return problem ? { problem } : { bytes: bytesFrom(descriptor, size) }
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

function bytesFrom(descriptor: number, size: number): Uint8Array {
  if (size >= buffer.length) buffer = Buffer.alloc(size * 2)
  let length = 0
  for (let read = -1; read !== 0; length += read) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
    read = readSync(descriptor, buffer, length, buffer.length - length, null)
  }
  return buffer.subarray(0, length)
}

let buffer = Buffer.alloc(1 << 16)
