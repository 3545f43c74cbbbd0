import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { posix } from 'node:path'
import { checkSections } from '../../documents/check-sections.ts'
import { findDocuments } from '../../documents/find-documents.ts'
import { cataloguePath, realFile } from '../../files/catalogue-path.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import { byCode } from '../../source/by-code.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Caches } from '../cache/document-cache.ts'
import type { DocumentTexts } from '../files/document-texts.ts'
import { type DocumentList, readDocuments } from '../files/read-documents.ts'
import type { OpenEntry, SourceDocument } from '../files/source-document.ts'
import { joinDocuments, type Layer } from './join-documents.ts'

/** A layer with the documents that it was read from. */
export interface ReadLayer extends Layer {
  /** Every document, also one that is empty or broken. */
  readonly documents: readonly DocumentSections[]
  readonly open: OpenEntry
  readonly texts: DocumentTexts
  /** Sha256 of the documents by path. */
  readonly hashes: ReadonlyMap<string, string>
  /** True where it is known that no value has a character that XML does not allow. */
  readonly areLegal: boolean
  /** A hash of the documents that have something else than products: what is made of a product may depend on them. */
  readonly surroundings: string
}

/** A document by its path from the root, and the keys at its top. */
export interface DocumentSections {
  readonly path: string
  readonly sections: readonly string[]
}

/** What to read: the catalogue, or the overlay in `folder`. */
export interface LayerPlace {
  readonly root: string
  readonly configFile: string
  /** Every folder that a store names as its overlay. */
  readonly overlays: readonly string[]
  /** `null`: the catalogue. */
  readonly folder: string | null
  /** Where the config names the overlay, or the start of the config. */
  readonly namedAt: SourceSpan
  readonly caches?: Caches | undefined
  /** False: texts are read again when they are asked for. */
  readonly keepsTexts: boolean
  /** As in `DocumentList`. */
  readonly tapeBytes?: number | 'all' | undefined
  readonly onDocument?: DocumentList['onDocument']
  readonly onLarge?: DocumentList['onLarge']
}

/** Reads the documents of a layer. An overlay that is not a folder inside the root is a problem where the config names it. */
export function readLayer(place: LayerPlace): ReadLayer {
  const { root, configFile, overlays, folder, namedAt, caches, keepsTexts, tapeBytes } = place
  const fault = folder === null ? undefined : folderFault(root, folder)
  const found =
    fault === undefined
      ? findDocuments({ root, configFile, overlays: overlays.filter((other) => other !== folder), folder: folder ?? '' })
      : { documents: [], problems: fault.map((finding) => makeProblem({ rule: 'overlay-missing', at: namedAt, ...finding })) }
  const { onDocument, onLarge } = place
  const read = readDocuments({ root, paths: found.documents, overlay: folder, caches, keepsTexts, tapeBytes, onDocument, onLarge })
  const layer = joinDocuments(read.documents, { open: read.open, folderOf: homeFolder(folder) })
  const problems = [...found.problems, ...read.problems, ...read.documents.flatMap(checkSections), ...layer.problems]
  const plain = folder === null ? new Set(read.documents.filter(hasProductsOnly).map(({ file }) => file)) : new Set()
  const surroundings = hashOfFiles(new Map([...read.hashes].filter(([file]) => !plain.has(file))))
  const sections = new Map(read.documents.map((document) => [document.file, [...document.sections.keys()]]))
  const documents = found.documents.map((path) => ({ path, sections: sections.get(path) ?? [] }))
  return { ...layer, problems, documents, open: read.open, texts: read.texts, hashes: read.hashes, areLegal: read.areLegal, surroundings }
}

/** Of files by path and sha256: each counts as its path, a zero byte, the sha256 of its bytes and a line end, in the order of the paths. */
function hashOfFiles(hashes: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const path of [...hashes.keys()].toSorted(byCode)) hash.update(`${path}\0${hashes.get(path) ?? ''}\n`)
  return hash.digest('hex')
}

/** The folder that the defaults of a document apply to, from the root; those of an overlay apply as if the overlay were the root. */
export function homeFolder(overlay: string | null): (file: string) => string {
  return (file) => {
    const inside = overlay !== null && file.startsWith(`${overlay}/`) ? file.slice(overlay.length + 1) : file
    const folder = posix.dirname(inside)
    return folder === '.' ? '' : folder
  }
}

function hasProductsOnly({ sections }: SourceDocument): boolean {
  return [...sections.keys()].join() === 'products'
}

/** Why an overlay cannot be read; empty where the config has a problem for it already. */
function folderFault(root: string, folder: string): { message: string; fix: string }[] | undefined {
  if ('refused' in cataloguePath(folder, '')) return []
  const real = realFile(root, folder)
  const fix = 'Create the folder with a document in it, or remove `catalogue` from the store.'
  if (!real) return [{ message: `there is no folder ${folder}`, fix }]
  if ('refused' in real) return [{ message: `${folder} ${real.refused}`, fix }]
  return statSync(real.file).isDirectory() ? undefined : [{ message: `${folder} is not a folder`, fix }]
}
