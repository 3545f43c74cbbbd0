import { readFile } from 'node:fs/promises'
import { OperationalError } from '../errors.ts'
import type { Desired, DesiredRecord } from '../records/desired.ts'
import type { Expectation } from '../pricing/expectation.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import { type CacheOptions, type Caches, openCaches } from './cache/document-cache.ts'
import type { Definitions } from '../documents/collect-definitions.ts'
import type { Config } from './config/config.ts'
import { readConfig, type ReadConfig } from './config/read-config.ts'
import { contentHash } from './content-hash.ts'
import type { Trace } from './explain/trace.ts'
import { realFile } from '../files/catalogue-path.ts'
import { placeFinder } from '../source/place-finder.ts'
import type { OnFileNamed } from './files/named-file.ts'
import { openRenditions, type Renditions } from '../pictures/open-renditions.ts'
import type { PictureMaker } from '../pictures/picture-maker.ts'
import { sharpMaker } from '../pictures/sharp-maker.ts'
import { type OtherStores, otherStoreProblems } from './other-stores.ts'
import { type Origin, originFinder } from './overlay/origin-of.ts'
import { otherOverlayTexts } from './overlay/overlay-texts.ts'
import { type LayerPlace, type ReadLayer, readLayer } from './overlay/read-layer.ts'
import { briefProblem } from '../problems/brief-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { sortProblems } from '../problems/sort-problems.ts'
import { readResult } from './read-result.ts'
import { withoutIgnored } from '../rules/ignored.ts'
import { wholeSpansOf } from '../yaml/entry-spans.ts'

export interface LoadOptions {
  /** The catalogue root. */
  readonly root: string
  /** Path of the config, from the root; default `planogram.yaml`. */
  readonly configFile?: string
  /** The store that was asked for; default: that of the config. */
  readonly store?: string
  /** For references in webhook addresses, which are checked and never kept. Keys are not resolved here. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The present moment, for promotions that are over; default: none is. */
  readonly now?: Date
  /** True to check what the overlays make for every other store too; default only the chosen store. */
  readonly everyStore?: boolean
  /** True to note in `trace` all that nearer values replaced; default only what the overlay changed. */
  readonly trace?: boolean
  /** What makes smaller pictures; default `sharp`, loaded when the first one is made. */
  readonly loadMaker?: () => Promise<PictureMaker>
  /** True where only problems are asked for: `desired` then has no products. Default false. */
  readonly checkOnly?: boolean
  /** With `checkOnly`: skus and variant codes whose products are held all the same; default none. */
  readonly whole?: readonly string[]
  /** What is held of a product in its place, such as one that is put aside; default the product itself. */
  readonly keptOf?: (product: DesiredRecord) => DesiredRecord
  /** Where parsed documents are kept from run to run; default nowhere. */
  readonly cache?: CacheOptions
  /** Told of every place where a document names a text or a picture, and of its path from the root; also of one that is not there. */
  readonly onFileNamed?: OnFileNamed
}

/** A catalogue that was read. With an error among the problems, `desired` holds what could be understood. */
export interface LoadedCatalogue {
  readonly config: Config
  readonly desired: Desired
  /** The price tests under `expect`, checked here and again after an apply. */
  readonly expectations: readonly Expectation[]
  readonly problems: readonly Problem[]
  /** Lower-case hex sha256 over path and bytes of all documents, texts and pictures (semantics.md 19). */
  readonly contentHash: string
  readonly files: { readonly documents: number; readonly pictures: number }
  /** The sections of each document that was read, by its path from the root. */
  readonly sections: ReadonlyMap<string, readonly string[]>
  /** The path of the config, from the root. */
  readonly configPath: string
  /** One line each, for people: what is written and has no effect yet. */
  readonly notices: readonly string[]
  /** Where values come from: with the option `trace`, else only what the overlay changed. */
  readonly trace: Trace
  /** Whose words a value is: catalogue or overlay, and the price list or defaults that it stands in. */
  readonly originOf: (span: SourceSpan) => Origin
  /** The text of a document or of the config, with secrets blotted out; empty for any other file. For showing. */
  readonly textOf: (file: string) => string
  readonly locate: (span: SourceSpan) => SourcePlace
  /**
   * The bytes of a picture by `from` and `sha256` of its `WantedFile`; without `sha256` those of the source itself. A rendition is
   * made here, or was before. Throws `file-unreadable`, `sharp-missing`.
   */
  readonly readPicture: (path: string, sha256?: string) => Promise<Uint8Array>
  /** Makes renditions, by `WantedFile.sha256`, before they are sent: what cannot be made is a problem. Throws `sharp-missing`. */
  readonly makeRenditions: Renditions['make']
}

/**
 * Reads config and documents below a root and turns them into desired records (design.md section 3). What is wrong is
 * in `problems`; only a missing config or an unknown store throws. Nothing here uses the network or runs a program.
 */
export async function loadCatalogue(options: LoadOptions): Promise<LoadedCatalogue> {
  const caches = options.cache && openCaches(options.cache)
  try {
    return await loadWith(caches, options)
  } finally {
    caches?.close()
  }
}

async function loadWith(caches: Caches | undefined, options: LoadOptions): Promise<LoadedCatalogue> {
  const { root, env, checkOnly = false, whole = [], keptOf = (product) => product } = options
  const read = readConfig({ root, configFile: options.configFile ?? 'planogram.yaml', store: options.store })
  const { config } = read
  const layerOf = layerReader(root, read, { caches, holdsTexts: !checkOnly })
  const base = layerOf(null, config.storeName)
  const over = overlayOf(layerOf, config)
  const overlays = overlaysOf(config)
  const elsewhere = (own: string | null): (() => string) => otherOverlayTexts({ root, configFile: read.file, overlays, own })
  const input = { root, env, now: options.now, elsewhere, base, caches, pictures: new Map(), onFileNamed: options.onFileNamed }
  const result = await readResult({ ...input, config, over, trace: options.trace ?? false, checkOnly, whole, kept: keptOf })
  const own = [...read.problems, ...base.problems, ...(over?.problems ?? []), ...result.problems]
  const others = options.everyStore === true ? await readOthers({ input, config, known: own }, layerOf) : { layers: [], problems: [] }

  const { desired, definitions } = result
  const layers = [base, ...(over ? [over] : [])]
  const everyLayer = [...layers, ...others.layers]
  const documents = new Map(everyLayer.flatMap((layer) => [...layer.documents]))
  const texts = new Map([...everyLayer.flatMap((layer) => [...layer.texts.commented]), [read.file, read.text]])
  const textOf = (file: string): string =>
    texts.get(file) ?? everyLayer.map((layer) => layer.texts.get(file)).find((text) => text !== undefined) ?? ''
  const renditions = openRenditions({
    root,
    renditions: result.renditions,
    readSource: (path) => readPicture(root, path),
    loadMaker: options.loadMaker ?? sharpMaker,
  })
  return {
    config,
    desired,
    expectations: result.expectations,
    problems: sortProblems(
      withoutIgnored({ problems: [...own, ...others.problems], texts, entries: () => definitions.entries().flatMap(wholeSpansOf) }),
    ).map(briefProblem),
    contentHash: contentHash(new Map([...layers.flatMap((layer) => [...layer.hashes]), ...result.hashes])),
    sections: documents,
    configPath: read.file,
    files: {
      documents: documents.size,
      pictures: new Set(desired.files.map(({ from }) => from)).size,
    },
    notices: noticesOf([...read.notInForce, ...inertLists(definitions)]),
    trace: result.trace,
    originOf: originFinder(config.store.overlay, [...layers.flatMap(({ regions }) => regions), ...result.trace.regions]),
    textOf,
    locate: placeFinder(textOf),
    readPicture: (path, sha256) => {
      const rendition = sha256 === undefined ? undefined : renditions.find(sha256)
      return rendition ? renditions.bytesOf(rendition) : readPicture(root, path)
    },
    makeRenditions: (identities, onProgress) => renditions.make(identities, onProgress),
  }
}

/** What is wrong only for other stores, and the overlays that were read for it. */
async function readOthers(
  stores: Omit<OtherStores, 'overlayOf'>,
  layerOf: LayerOf,
): Promise<{ readonly layers: readonly ReadLayer[]; readonly problems: readonly Problem[] }> {
  const layers = new Map<string, ReadLayer>()
  const problems = await otherStoreProblems({
    ...stores,
    overlayOf: (other) => {
      const layer = overlayOf(layerOf, other)
      if (layer) layers.set(other.storeName, layer)
      return layer
    },
  })
  return { layers: [...layers.values()], problems }
}

type LayerOf = (folder: string | null, store: string) => ReadLayer

/** Reads the catalogue, or the overlay that a store names. */
function layerReader(root: string, { config, file, overlayPlaces }: ReadConfig, how: Pick<LayerPlace, 'caches' | 'holdsTexts'>): LayerOf {
  const overlays = overlaysOf(config)
  const start = { file, start: 0, end: 0 }
  return (folder, store) => readLayer({ root, configFile: file, overlays, folder, namedAt: overlayPlaces[store] ?? start, ...how })
}

function overlaysOf({ stores }: Config): string[] {
  return Object.values(stores).flatMap(({ overlay }) => overlay ?? [])
}

function overlayOf(layerOf: LayerOf, { storeName, store }: Config): ReadLayer | undefined {
  return store.overlay === null ? undefined : layerOf(store.overlay, storeName)
}

function inertLists({ lists: { webhooks, moved } }: Definitions): string[] {
  return Object.entries({ webhooks, moved }).flatMap(([name, items]) => (items.length > 0 ? [name] : []))
}

function noticesOf(inert: readonly string[]): string[] {
  return inert.length === 0 ? [] : [`Checked, but not yet in force: ${inert.join(', ')}.`]
}

async function readPicture(root: string, path: string): Promise<Uint8Array> {
  const real = realFile(root, path)
  try {
    if (real && 'file' in real) return await readFile(real.file)
  } catch {
    // Said below, as for a picture that is gone.
  }
  throw new OperationalError('file-unreadable', `The picture ${path} cannot be read.`, { fix: 'Put it back, or plan again without it.' })
}
