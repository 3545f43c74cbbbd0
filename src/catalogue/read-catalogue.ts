import { definitionFinder } from './layers/definition-finder.ts'
import { OperationalError } from '../errors.ts'
import { realFile } from '../files/catalogue-path.ts'
import type { ByteMemory } from '../files/byte-memory.ts'
import { readPlainFile } from '../files/read-plain-file.ts'
import { openRenditions } from '../pictures/open-renditions.ts'
import type { PictureMaker } from '../pictures/picture-maker.ts'
import { sharpMaker } from '../pictures/sharp-maker.ts'
import { briefProblem } from '../problems/brief-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { hasLegalValues } from '../resources/legal-text.ts'
import { sortProblems } from '../problems/sort-problems.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { withoutIgnored } from '../rules/ignored.ts'
import { placeFinder } from '../source/place-finder.ts'
import { wholeSpansOf } from '../yaml/entry-spans.ts'
import { type CacheOptions, openCaches } from './cache/document-cache.ts'
import type { CatalogueSources, LoadedCatalogue } from './catalogue.ts'
import type { Config } from './config/config.ts'
import { readConfig, type ReadConfig } from './config/read-config.ts'
import { type GatheredContent, openContentHash } from './content-hash.ts'
import { otherOverlayTexts } from './layers/overlay-texts.ts'
import { type LayerPlace, type ReadLayer, readLayer } from './layers/read-layer.ts'
import type { ReadProduct } from './products/read-product.ts'
import { openCounts, type ReadCounts } from './read-counts.ts'
import { type OtherResults, readOtherStores } from './stores/other-stores.ts'
import { startStore, type StoreInput, type StoreResult } from './stores/store-reading.ts'

export interface ReadOptions {
  /** The catalogue root. */
  readonly root: string
  /** Path of the config, from the root; default `planogram.yaml`. */
  readonly configFile?: string
  /** The store; default: that of the config. */
  readonly store?: string
  /** For references in webhook addresses (`CatalogueSources.resolveWebhook`). Keys are not resolved here. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The current time; default: no promotion is over. */
  readonly now?: Date
  /** True to check the catalogue for every other store too; default false. */
  readonly everyStore?: boolean
  /** True to trace where values come from; default only what the overlay changed. */
  readonly trace?: boolean
  /** What makes smaller pictures; default `sharp`, loaded when the first one is made. */
  readonly loadMaker?: () => Promise<PictureMaker>
  /**
   * The skus and variant codes whose products are needed as records: of other products a digest that an earlier run remembered is
   * enough. Default: all products.
   */
  readonly only?: readonly string[]
  /** Files, and folders with everything in them, from the root: the places that name them are in `mentions`. Default none. */
  readonly mentionsOf?: readonly string[]
  /** Where parsed documents are kept from run to run; default nowhere. */
  readonly cache?: CacheOptions
  /**
   * How many bytes of documents are kept in memory as they were scanned, which takes less time than packing them; `all`: all documents, and none of
   * them is in the cache. Default 32 MB.
   */
  readonly tapeBytes?: number | 'all'
  /** The hash of the catalogue, and how its products are added to it; default: a new one. Not used with `only`. */
  readonly content?: GatheredContent
  /** Called after each document and each batch of products. */
  readonly onRead?: (counts: ReadCounts) => void
}

/** A catalogue that is being read. To be disposed of when it is finished, or when it fails. */
export interface CatalogueReading extends Disposable {
  readonly config: Config
  /** The products of the store one by one, each checked by itself. The loop of the caller keeps what it needs. They can be walked once. */
  products(): Iterable<ReadProduct>
  /**
   * Reads the products that were not walked and the pictures, checks the catalogue as a whole, and with `everyStore` the other stores.
   * `products`: those that the caller kept, as a part of `desired`.
   */
  finish(products?: readonly DesiredRecord[]): Promise<FinishedCatalogue>
}

export interface FinishedCatalogue extends LoadedCatalogue {
  /** True where some document has the section `products`: else products are not managed. */
  readonly definesProducts: boolean
}

/**
 * Starts to read the config and the documents below a root (design.md section 3). What is wrong becomes a problem; only a missing config
 * or an unknown store throws. Uses no network and runs no program.
 */
export function readCatalogue(options: ReadOptions): CatalogueReading {
  const { root, env, now, only, trace = false, mentionsOf = [] } = options
  const read = readConfig({
    root,
    configFile: options.configFile ?? 'planogram.yaml',
    store: options.store,
    anyStore: options.everyStore === true,
  })
  const { config } = read
  using opening = new DisposableStack()
  const caches = options.cache && openCaches(options.cache)
  opening.defer(() => caches?.close())
  const counts = openCounts(options.onRead)
  const layerOf = layerReader(root, read, {
    caches,
    keepsTexts: only === undefined,
    tapeBytes: options.tapeBytes,
    onDocument: counts.addDocument,
    onLarge: counts.addLarge,
  })
  const base = layerOf(null, config.storeName)
  const over = overlayOf(layerOf, config)
  const otherOverlaysOf = ({ store }: Config): StoreInput['otherOverlays'] =>
    otherOverlayTexts({ root, configFile: read.file, overlays: overlaysOf(config), own: store.overlay })
  const input: StoreInput = {
    root,
    env,
    now,
    config,
    base,
    over,
    otherOverlays: otherOverlaysOf(config),
    pictures: new Map(),
    caches,
    needed: only === undefined ? null : new Set(only),
    content: only === undefined ? (options.content ?? ownContent()) : null,
    onProducts: counts.addProducts,
    trace,
    mentionsOf,
  }
  const reading = startStore(input)
  const opened = opening.move()
  return {
    config,
    products: () => reading.products(),
    finish: async (products = []) => {
      const result = await reading.finish()
      const own = [...read.problems, ...base.problems, ...(over?.problems ?? []), ...result.problems]
      const others =
        options.everyStore === true
          ? await readOtherStores({ input, overlayOf: (other) => overlayOf(layerOf, other), otherOverlaysOf, known: own })
          : { layers: [], problems: [], mentions: [] }
      return finished({ options, read, layers: [base, ...(over ? [over] : [])], result, own, others, products })
    },
    [Symbol.dispose]: () => opened.dispose(),
  }
}

function ownContent(): GatheredContent {
  const hash = openContentHash()
  return { hash, addProduct: (product) => hash.add(product) }
}

interface Finished {
  readonly options: ReadOptions
  readonly read: ReadConfig
  readonly layers: readonly ReadLayer[]
  readonly result: StoreResult
  /** The problems of the store, its layers and the config. */
  readonly own: readonly Problem[]
  readonly others: OtherResults
  readonly products: readonly DesiredRecord[]
}

function finished({ options, read, layers, result, own, others, products }: Finished): FinishedCatalogue {
  const { desired, definesProducts, expectations, trace } = result
  const everyLayer = [...layers, ...others.layers]
  const commented = new Map([...everyLayer.flatMap((layer) => [...layer.texts.commented]), [read.file, read.text]])
  const problems = withoutIgnored({
    problems: concerning(read, [...own, ...others.problems]),
    texts: commented,
    entries: () => Array.from(result.entries(), wholeSpansOf).flat(),
  })
  // Stores with the same overlay may be read separately.
  const documents = [...new Map(everyLayer.flatMap((layer) => layer.documents).map((document) => [document.path, document])).values()]
  return {
    catalogue: {
      config: read.config,
      configPath: read.file,
      desired: { ...desired, roots: { ...desired.roots, ...(definesProducts && { Product: products }) } },
      expectations,
      problems: sortProblems(problems).map(briefProblem),
      contentHash: result.contentHash,
      judgedUntil: result.judgedUntil,
      documents,
      files: { documents: documents.length, pictures: new Set(desired.files.map(({ from }) => from)).size },
      notices: otherFormNotices(result.otherForms),
      trace,
      mentions: [...result.mentions, ...others.mentions],
    },
    sources: sourcesOf(options, commented, { everyLayer, result, overlay: read.config.store.overlay }),
    definesProducts,
  }
}

/** The problems; those of the config alone where it hides which documents are those of an overlay. */
function concerning({ file, hidesOverlays }: ReadConfig, problems: readonly Problem[]): readonly Problem[] {
  const isHidden = hidesOverlays || problems.some(({ rule }) => rule === 'overlay-missing')
  return isHidden ? problems.filter(({ at }) => at.file === file) : problems
}

/** One sentence for all pictures with such a name: it is the same on all machines only in one form. */
function otherFormNotices([first, ...more]: readonly string[]): readonly string[] {
  if (first === undefined) return []
  return [
    `${more.length === 0 ? `The file name of ${first} is` : `The file names of ${first} and ${more.length} more are`} not in Unicode form C (NFC); the store gets form C.`,
  ]
}

function sourcesOf(
  { root, loadMaker = sharpMaker }: ReadOptions,
  texts: ReadonlyMap<string, string>,
  {
    everyLayer,
    result,
    overlay,
  }: { readonly everyLayer: readonly ReadLayer[]; readonly result: StoreResult; readonly overlay: string | null },
): CatalogueSources {
  // Not the layers themselves, which hold the tapes of their documents.
  const layers = everyLayer.map((layer) => ({ texts: layer.texts, hashes: layer.hashes }))
  const textWith = (file: string, of: 'get' | 'toLocate'): string =>
    texts.get(file) ?? layers.map((layer) => layer.texts[of](file)).find((text) => text !== undefined) ?? ''
  const textOf = (file: string): string => textWith(file, 'get')
  const readSource = (path: string, memory?: ByteMemory): Promise<Uint8Array> => readPicture(root, path, memory)
  // A plan can be older than the name of a picture: what it needs is the content.
  const paths = new Map(result.desired.files.map(({ from, sha256 }) => [sha256, from]))
  const renditions = openRenditions({ root, renditions: result.renditions, readSource, loadMaker })
  const locate = placeFinder((file) => textWith(file, 'toLocate'))
  return {
    textOf,
    hashOf: (file) => layers.find((layer) => layer.hashes.has(file))?.hashes.get(file),
    locate,
    definitionOf: definitionFinder({ overlay, regions: result.trace.regions, locate }),
    resolveWebhook: result.resolveWebhook,
    readPicture: (path, sha256, memory) => {
      const rendition = sha256 === undefined ? undefined : renditions.find(sha256)
      return rendition ? renditions.bytesOf(rendition) : readSource(paths.get(sha256 ?? '') ?? path, memory)
    },
    makeRenditions: (identities, onProgress) => renditions.make(identities, onProgress),
  }
}

type LayerOf = (folder: string | null, store: string) => ReadLayer

/** Reads the catalogue, or the overlay that a store names. */
function layerReader(
  root: string,
  { config, file, text, overlayPlaces }: ReadConfig,
  how: Pick<LayerPlace, 'caches' | 'keepsTexts' | 'tapeBytes' | 'onDocument' | 'onLarge'>,
): LayerOf {
  const overlays = overlaysOf(config)
  const start = { file, start: 0, end: 0 }
  // Paths of pictures are made with values of the config.
  const isLegal = hasLegalValues({ text, bytes: Buffer.from(text) })
  return (folder, store) => {
    const layer = readLayer({ root, configFile: file, overlays, folder, namedAt: overlayPlaces[store] ?? start, ...how })
    return { ...layer, areLegal: isLegal && layer.areLegal }
  }
}

function overlaysOf({ stores }: Config): string[] {
  return Object.values(stores).flatMap(({ overlay }) => overlay ?? [])
}

function overlayOf(layerOf: LayerOf, { storeName, store }: Config): ReadLayer | undefined {
  return store.overlay === null ? undefined : layerOf(store.overlay, storeName)
}

async function readPicture(root: string, path: string, memory: ByteMemory | undefined): Promise<Uint8Array> {
  const real = realFile(root, path)
  try {
    if (real && 'file' in real) return await readPlainFile(real.file, memory)
  } catch {
    // Reported below, as for a picture that does not exist.
  }
  throw new OperationalError('file-unreadable', `The picture ${path} cannot be read.`, { fix: 'Put it back, or plan again without it.' })
}
