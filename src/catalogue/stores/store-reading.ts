import { createHash } from 'node:crypto'
import type { Rendition } from '../../pictures/rendition.ts'
import { type PictureMemory, readPictures } from '../../pictures/wanted-pictures.ts'
import type { Expectation } from '../../pricing/expectation.ts'
import type { Problem } from '../../problems/problem.ts'
import type { Desired } from '../../records/desired.ts'
import type { ResolveWebhook } from '../../records/webhook-address.ts'
import { type FactGathering, gatherFacts } from '../../rules/product-facts.ts'
import type { Located } from '../../yaml/source-node.ts'
import type { Caches } from '../cache/document-cache.ts'
import { checkCatalogue } from '../check/check-catalogue.ts'
import { type RecordCheck, startRecordCheck } from '../check/check-records.ts'
import type { Config } from '../config/config.ts'
import type { GatheredContent } from '../content-hash.ts'
import { type ExpandedRoots, expandRoots } from '../expand/expand-roots.ts'
import type { ExpansionContext, ExpansionTrace } from '../expand/expansion.ts'
import { expectationsOf } from '../expand/expectations.ts'
import { movedEntries, movedRoots } from '../expand/moved-entries.ts'
import { webhookResolver } from '../expand/expand-webhooks.ts'
import { liveOwnedFields } from '../expand/set-live-owned.ts'
import { type LayeredCatalogue, layerCatalogue } from '../layers/layer-catalogue.ts'
import type { ReadLayer } from '../layers/read-layer.ts'
import type { Trace } from '../layers/trace.ts'
import { openProductMemory, type ProductMemory } from '../products/product-memory.ts'
import { readProducts } from '../products/product-stream.ts'
import type { BrokenProduct, ReadProduct } from '../products/read-product.ts'
import { type Collected, type Mention, openCollected } from './collected.ts'

/** One store, and the layers of its catalogue. */
export interface StoreInput {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The current time; `undefined`: no promotion is over. */
  readonly now: Date | undefined
  /** With this store as the chosen one. */
  readonly config: Config
  readonly base: ReadLayer
  readonly over: ReadLayer | undefined
  /** The texts of all overlays but this one, read when they are needed. */
  readonly otherOverlays: () => string
  /** Pictures that were read; filled here. */
  readonly pictures: PictureMemory
  readonly caches: Caches | undefined
  /** Skus and variant codes whose products are needed as records, not as digests; `null`: all of them. */
  readonly needed: ReadonlySet<string> | null
  /** What the root records are added to; `null`: the hash of the catalogue is not calculated. */
  readonly content: GatheredContent | null
  /** Called for each batch of products with their number. */
  readonly onProducts: ((count: number) => void) | undefined
  /** True to trace where values come from. */
  readonly trace: boolean
  /** Files, and folders with everything in them, whose mentions are collected. */
  readonly mentionsOf: readonly string[]
}

/** The reading of a catalogue for one store. */
export interface StoreReading {
  /** The products, checked by the rules about one record. They can be walked once. */
  products(): Iterable<ReadProduct>
  /** Reads the products that were not walked, then pictures, and checks the rules about the whole. */
  finish(): Promise<StoreResult>
}

/** What a catalogue is for one store. */
export interface StoreResult {
  /** Without products. */
  readonly desired: Desired
  /** True where some document has the section `products`. */
  readonly definesProducts: boolean
  readonly expectations: readonly Expectation[]
  /** Without those of the layers. */
  readonly problems: readonly Problem[]
  /** The hash of what the catalogue means (`openContentHash`); `null` where not every product was needed as a record. */
  readonly contentHash: string | null
  /** The last time of the shop up to which the problems are the same (`RecordCheck`). */
  readonly judgedUntil: string | null
  readonly trace: Trace
  readonly renditions: readonly Rendition[]
  readonly mentions: readonly Mention[]
  readonly resolveWebhook: ResolveWebhook
  /** Paths of pictures whose file name is not in Unicode form C. */
  readonly otherForms: readonly string[]
  /** Opens every entry of the documents. */
  readonly entries: () => Iterable<Located>
}

/** How many products are checked at once: so few that their records are dead at the next collection of young objects. */
const batchSize = 10

/** The state of a reading. */
interface Session {
  readonly input: StoreInput
  readonly layered: LayeredCatalogue
  readonly small: ExpandedRoots
  readonly expectations: readonly Expectation[]
  readonly context: ExpansionContext
  readonly gathering: FactGathering
  readonly check: RecordCheck
  readonly collected: Collected
}

/** Starts to read a catalogue for one store: merges its layers, expands and checks groups, categories and webhooks. */
export function startStore(input: StoreInput): StoreReading {
  const session = startSession(input)
  const walk = walkProducts(session, {
    memory: memoryOf(input),
    needed: input.needed,
    tested: new Set(session.expectations.map(({ sku }) => sku)),
  })
  return {
    // A loop that ends early does not close the walk: `finish` reads the rest.
    products: () => ({ [Symbol.iterator]: () => ({ next: () => walk.next() }) }),
    finish: () => {
      drain(walk)
      return finish(session)
    },
  }
}

function startSession(input: StoreInput): Session {
  const { config, now, trace, mentionsOf } = input
  const layered = layerCatalogue(input)
  const { definitions } = layered
  const expectations = expectationsOf(definitions.lists.expect)
  const gathering = gatherFacts(new Set(expectations.map(({ sku }) => sku)))
  const expansionTrace: ExpansionTrace | undefined = trace ? { history: [], regions: [], priced: [] } : undefined
  const context: ExpansionContext = {
    roots: { root: input.root, overlay: config.store.overlay },
    images: config.images,
    pictures: input.pictures,
    priceLists: definitions.priceLists ?? new Map(),
    liveOwned: liveOwnedFields(config.manage.liveOwned),
    grids: new WeakMap(),
    rows: { count: 0 },
    trace: expansionTrace,
  }
  const small = expandRoots(context, definitions)
  const check = startRecordCheck({
    config,
    now,
    facts: gathering.facts,
    roots: small.roots,
    areLegal: input.base.areLegal && input.over?.areLegal !== false,
  })
  check.check(small.roots, new Set())
  for (const category of small.roots.Cat ?? []) gathering.add(category)
  const collected = openCollected({ mentionsOf, keepsTexts: trace })
  collected.add(small)
  for (const record of Object.values(small.roots).flat()) input.content?.hash.add(record)
  return { input, layered, small, expectations, context, gathering, check, collected }
}

/** Reads products that nobody keeps. */
function drain(products: Iterator<ReadProduct>): void {
  while (products.next().done !== true) continue
}

type ProductOptions = Omit<Parameters<typeof readProducts>[0], 'layered' | 'context'>

/** The products as a stream: read, checked some at a time, then added to the facts and to the memory of the next run. */
function* walkProducts(
  { input: { content, onProducts }, layered, context, check, gathering, collected }: Session,
  options: ProductOptions,
): Generator<ReadProduct> {
  for (const batch of batches(readProducts({ ...options, layered, context }))) {
    const products = batch.filter((product) => product.record !== null)
    // A digest is of a product without problems.
    const whole = products.filter(({ isDigest }) => !isDigest)
    const rawGrids = new Set(whole.flatMap((product) => product.rawGrids))
    const problems = whole.length === 0 ? [] : check.check({ Product: whole.map(({ record }) => record) }, rawGrids)
    for (const product of batch) collected.add(product)
    for (const { record } of products) gathering.add(record)
    options.memory?.add(products, problems)
    onProducts?.(products.length)
    for (const product of products) {
      content?.addProduct(product.record)
      yield product
    }
  }
  options.memory?.save()
}

function* batches(products: Iterable<ReadProduct | BrokenProduct>): Generator<(ReadProduct | BrokenProduct)[]> {
  let batch: (ReadProduct | BrokenProduct)[] = []
  for (const product of products) {
    batch.push(product)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Products are not remembered where their names of pictures depend on the bytes of pictures. */
function memoryOf({ config, base, over, needed, caches }: StoreInput): ProductMemory | undefined {
  if (needed === null || !caches || config.images?.naming === 'hashed') return undefined
  const madeWith = createHash('sha256').update(JSON.stringify([config, base.surroundings, over?.surroundings]))
  const hashes = new Map([...base.hashes, ...(over?.hashes ?? [])])
  return openProductMemory(caches, { store: config.storeName, madeWith: madeWith.digest('hex'), hashes })
}

async function finish(session: Session): Promise<StoreResult> {
  const { input, layered, small, expectations, gathering, check, collected } = session
  const { root, env, now, config, base, over, otherOverlays, content } = input
  const { usedLists, rawGrids, partly } = collected
  const { definitions, entries } = layered
  const entriesOfMoved = movedEntries(definitions.lists.moved)
  const moved = movedRoots(entriesOfMoved)
  const pictures = await readPictures(root, collected.pictures, input.pictures)
  const roots = definitions.products ? { ...small.roots, Product: [] } : small.roots
  const problems = checkCatalogue({
    root,
    env,
    now,
    config,
    otherOverlays,
    usedLists,
    rawGrids,
    partly,
    definitions,
    moved: entriesOfMoved,
    desired: { roots, files: pictures.files },
    pictures,
    expectations,
    facts: gathering.facts,
    layerProblems: [...base.problems, ...(over?.problems ?? [])],
    readingProblems: [...layered.problems, ...collected.problems, ...pictures.problems],
    recordProblems: check.problems(),
    entries,
  })
  return {
    desired: { roots: small.roots, files: pictures.files, ...(moved.length > 0 && { moved }) },
    definesProducts: definitions.products !== undefined,
    expectations,
    problems,
    contentHash: content?.hash.finish({ config, managed: Object.keys(roots), expectations, files: pictures.files, moved }) ?? null,
    judgedUntil: check.judgedUntil(),
    trace: traceOf(session),
    renditions: pictures.renditions,
    otherForms: pictures.otherForms,
    mentions: collected.mentions,
    resolveWebhook: webhookResolver(definitions.lists.webhooks, env),
    entries,
  }
}

function traceOf({ input: { base, over }, layered, context: { trace }, collected }: Session): Trace {
  return {
    history: [...layered.history, ...(trace?.history ?? [])],
    regions: [...base.regions, ...(over?.regions ?? []), ...(trace?.regions ?? [])],
    texts: collected.texts,
    priced: trace?.priced ?? [],
  }
}
