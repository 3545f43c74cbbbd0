import { statSync } from 'node:fs'
import type { Caches } from '../cache/document-cache.ts'
import { contentHash } from '../content-hash.ts'
import { checkSections } from '../../documents/check-sections.ts'
import { cataloguePath, realFile } from '../../files/catalogue-path.ts'
import { findDocuments } from '../../documents/find-documents.ts'
import type { DocumentTexts } from '../files/document-texts.ts'
import { readDocuments } from '../files/read-documents.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import type { SourceSpan } from '../../source/source.ts'
import { keysOf, type Located } from '../../yaml/source-node.ts'
import { homeFolder } from './home-folder.ts'
import { joinDocuments, type Layer } from './join-documents.ts'

/** A layer with the documents that it was read from. */
export interface ReadLayer extends Layer {
  /** The sections that each document has, by its path from the root. */
  readonly documents: ReadonlyMap<string, readonly string[]>
  readonly texts: DocumentTexts
  readonly hashes: ReadonlyMap<string, string>
  /** A hash of the documents that hold something else than products: what becomes of products depends on them. */
  readonly surroundings: string
}

/** What to read: the catalogue, or the overlay in `folder`. */
export interface LayerPlace {
  readonly root: string
  readonly configFile: string
  /** Every folder that a store names as its overlay. */
  readonly overlays: readonly string[]
  /** `null`: the catalogue itself. */
  readonly folder: string | null
  /** Where the config names the overlay, or the start of the config. */
  readonly namedAt: SourceSpan
  readonly caches?: Caches | undefined
  /** False to read texts again when they are shown. */
  readonly holdsTexts: boolean
}

/** Reads the documents of a layer. An overlay that is no folder inside the root is a problem where the config names it. */
export function readLayer(place: LayerPlace): ReadLayer {
  const { root, configFile, overlays, folder, namedAt, caches, holdsTexts } = place
  const fault = folder === null ? undefined : folderFault(root, folder)
  const found =
    fault === undefined
      ? findDocuments({ root, configFile, overlays: overlays.filter((other) => other !== folder), folder: folder ?? '' })
      : { documents: [], problems: fault.map((words) => makeProblem({ rule: 'overlay-missing', at: namedAt, ...words })) }
  const read = readDocuments({ root, paths: found.documents, overlay: folder, caches, holdsTexts })
  const layer = joinDocuments(
    read.roots.filter(({ node }) => node.kind === 'map'),
    homeFolder(folder),
  )
  const problems: Problem[] = [...found.problems, ...read.problems, ...read.roots.flatMap(checkSections), ...layer.problems]
  const plain = folder === null ? new Set(read.roots.filter(isPlain).map(({ file }) => file)) : new Set()
  const surroundings = contentHash(new Map([...read.hashes].filter(([file]) => !plain.has(file))))
  const sections = new Map(read.roots.map((document) => [document.file, keysOf(document)]))
  const documents = new Map(found.documents.map((path) => [path, sections.get(path) ?? []]))
  return { ...layer, problems, documents, texts: read.texts, hashes: read.hashes, surroundings }
}

/** True for a document of products only. */
function isPlain(document: Located): boolean {
  return keysOf(document).join() === 'products'
}

/** Why an overlay cannot be read; nothing in words where the config was complained of already. */
function folderFault(root: string, folder: string): { message: string; fix: string }[] | undefined {
  if ('refused' in cataloguePath(folder, '')) return []
  const real = realFile(root, folder)
  const fix = 'Make the folder and put a document into it, or take `catalogue` out of the store.'
  if (!real) return [{ message: `there is no folder ${folder}`, fix }]
  if ('refused' in real) return [{ message: `${folder} ${real.refused}`, fix }]
  return statSync(real.file).isDirectory() ? undefined : [{ message: `${folder} is no folder`, fix }]
}
