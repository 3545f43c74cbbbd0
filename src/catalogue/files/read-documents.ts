import { hash as digest } from 'node:crypto'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Caches, DocumentCache } from '../cache/document-cache.ts'
import { packDocument, unpackDocument } from '../cache/packed-document.ts'
import { inMemory } from '../cache/stored-bytes.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import { readYaml, type ReadYaml, tooLarge } from '../../yaml/read-yaml.ts'
import type { Located } from '../../yaml/source-node.ts'
import { type DocumentTexts, openDocumentTexts } from './document-texts.ts'
import { openPlainFile } from '../../files/open-plain-file.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { unreadable } from '../../files/unreadable.ts'

/** The documents of a catalogue: their values, texts and sha256 by path. */
export interface Documents {
  /** Without those that are empty or broken. */
  readonly roots: readonly Located[]
  readonly texts: DocumentTexts
  readonly hashes: ReadonlyMap<string, string>
  readonly problems: readonly Problem[]
}

/** What to read: documents by their paths from the root. */
export interface DocumentList {
  readonly root: string
  readonly paths: readonly string[]
  /** The overlay that they belong to; `null`: the catalogue itself. */
  readonly overlay: string | null
  /** Default: nothing is kept from run to run. */
  readonly caches?: Caches | undefined
  /** False to read texts again when they are shown. */
  readonly holdsTexts: boolean
}

/** Reads documents, each parsed once for all runs where there is a cache. Throws `file-unreadable`. */
export function readDocuments({ root, paths, overlay, caches, holdsTexts }: DocumentList): Documents {
  const cache = caches?.open({ name: 'documents', layer: overlay, madeWith: '' })
  const roots: Located[] = []
  const hashes = new Map<string, string>()
  const texts = openDocumentTexts(root, { hashes, holds: holdsTexts })
  const problems: Problem[] = []
  for (const file of paths) {
    const read = bytesOf(root, file)
    if ('problem' in read) {
      problems.push(read.problem)
      continue
    }
    const { bytes } = read
    const hash = digest('sha256', bytes)
    hashes.set(file, hash)
    const text = decodeUtf8(bytes)
    if (text === undefined) {
      const message = `${file} is not UTF-8 text`
      problems.push(makeProblem({ rule: 'not-utf8', at: { file, start: 0, end: 0 }, message, fix: 'Save it as UTF-8.' }))
      continue
    }
    texts.add(file, text)
    const known = cache?.find(hash)
    const document = known
      ? { root: unpackDocument(known), problems: [] }
      : readNew({ file, text, hash, isOverlay: overlay !== null }, cache)
    for (const problem of document.problems) problems.push(problem)
    if (document.root) roots.push({ file, node: document.root, key: null })
  }
  cache?.save()
  return { roots, texts, hashes, problems }
}

interface NewDocument {
  readonly file: string
  readonly text: string
  readonly hash: string
  readonly isOverlay: boolean
}

/** A document that is right is held as bytes, in this run too: its values take ten times the room. */
function readNew({ file, text, hash, isOverlay }: NewDocument, cache: DocumentCache | undefined): ReadYaml {
  const read = readYaml(file, text, isOverlay)
  const packed = read.root && read.problems.length === 0 ? packDocument(read.root) : undefined
  if (!packed) return read
  return { root: unpackDocument(cache?.keep(hash, packed) ?? inMemory(packed)), problems: [] }
}

/** The bytes of a document, until the next one is read: thousands of small buffers would leave the memory full of holes. */
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
  if (size >= room.length) room = Buffer.alloc(size * 2)
  let length = 0
  for (let read = -1; read !== 0; length += read) {
    if (length === room.length) room = Buffer.concat([room], room.length * 2)
    read = readSync(descriptor, room, length, room.length - length, null)
  }
  return room.subarray(0, length)
}

let room = Buffer.alloc(1 << 16)
