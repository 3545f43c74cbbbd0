import { resolve } from 'node:path'
import type { Catalogue, CatalogueSources } from '../catalogue/catalogue.ts'
import type { Config } from '../catalogue/config/config.ts'
import { loadCatalogue as readWhole } from '../catalogue/load-catalogue.ts'
import { packCatalogue } from '../catalogue/pack-catalogue.ts'
import type { ReadOptions } from '../catalogue/read-catalogue.ts'
import { invariant } from '../errors.ts'
import type { Expectation } from '../pricing/expectation.ts'
import type { Problem } from '../problems/problem.ts'
import type { Desired, DesiredSources } from '../records/desired.ts'
import { checkRoot } from './check-given.ts'
import { documentCache } from './document-cache.ts'
import type { Environment } from './environment.ts'
import type { OnProgress } from './progress.ts'

/** Which catalogue to read; `root` is required. */
export interface LoadOptions {
  /** The folder of the catalogue; a relative path starts at the folder of the process. */
  readonly root: string
  /** Path of the config, from the root; default `planogram.yaml`. */
  readonly configFile?: string
  /** The store of the config to read it for; default: its `default_store`. */
  readonly store?: string | undefined
  /** True to check it for every other store of the config too; default false. */
  readonly everyStore?: boolean
  /** Environment variables for references such as `${HOOK_HOST}` in the addresses of webhooks; default none. Keys are not read here. */
  readonly env?: Environment
  /** The time at which promotions are over; default: the current time. */
  readonly now?: Date
  /** True to keep parsed documents in `.planogram/cache` from run to run; default false. */
  readonly cache?: boolean
  readonly onProgress?: OnProgress
}

/** A catalogue for one store: plain data, but for `sources`. With an error among the problems, it has what is correct. */
export interface OpenCatalogue {
  /** The absolute path of its folder. */
  readonly root: string
  readonly config: Config
  /** The path of the config, from the root. */
  readonly configPath: string
  /** The records and pictures that the store should have. */
  readonly desired: Desired
  /** The price tests under `expect`. */
  readonly expectations: readonly Expectation[]
  /** Errors and warnings, by place. */
  readonly problems: readonly Problem[]
  /**
   * Lower-case hex sha256 over what the catalogue means: records, price tests, contents of pictures, and the settings that change what is
   * written. Comments, layout and names of documents do not count.
   */
  readonly contentHash: string
  /** Numbers of files. */
  readonly files: { readonly documents: number; readonly pictures: number }
  /** For people, one line each: what is written and has no effect yet. */
  readonly notices: readonly string[]
  /** The services that read its files. */
  readonly sources: CatalogueSources
}

/** The same with its products packed, so that not all of them are in memory. They can be read until the disposal. */
export interface OpenPackedCatalogue extends Omit<OpenCatalogue, 'desired'>, Pick<Catalogue, 'judgedUntil' | 'mentions'>, Disposable {
  readonly desired: DesiredSources
}

/** What `inspectCatalogue` reads besides; see `ReadOptions`. */
export interface InspectOptions extends LoadOptions, Pick<ReadOptions, 'trace' | 'only' | 'mentionsOf'> {}

/** A catalogue with its documents, the origin of its values, and the places that name files. */
export interface InspectedCatalogue
  extends Omit<OpenCatalogue, 'contentHash'>, Pick<Catalogue, 'documents' | 'trace' | 'mentions' | 'contentHash'> {}

/**
 * Reads the config and the documents below a folder, for one store. What is wrong is in `problems`, not thrown; with an error among
 * them the catalogue holds what could be understood, and `plan` refuses it. Throws `config-missing` and `store-unknown`. Uses no
 * network and runs no program.
 *
 * @example
 * const catalogue = await loadCatalogue({ root: 'my-shop', store: 'production', env: process.env })
 * for (const { severity, rule, message } of catalogue.problems) console.log(severity, rule, message)
 */
export async function loadCatalogue(options: LoadOptions): Promise<OpenCatalogue> {
  const catalogue = await inspectCatalogue(options)
  return { ...catalogue, contentHash: hashOfWhole(catalogue) }
}

function hashOfWhole({ contentHash }: Pick<Catalogue, 'contentHash'>): string {
  invariant(contentHash !== null, 'a catalogue that was read whole has a hash')
  return contentHash
}

/** Reads a catalogue as `loadCatalogue` does, with more or less of it: what commands show of a catalogue. */
export async function inspectCatalogue(options: InspectOptions): Promise<InspectedCatalogue> {
  const read = readOptions(options)
  const { catalogue, sources } = await readWhole(read)
  return { ...catalogue, root: read.root, sources }
}

/** Reads a catalogue as `loadCatalogue` does, with its products packed as `packCatalogue` says. */
export async function openPackedCatalogue(
  options: Omit<InspectOptions, 'only'>,
  folder: string | null = null,
): Promise<OpenPackedCatalogue> {
  const read = readOptions(options)
  const packed = await packCatalogue(read, folder)
  const { catalogue, desired, sources } = packed
  return {
    ...catalogue,
    contentHash: hashOfWhole(catalogue),
    root: read.root,
    desired,
    sources,
    [Symbol.dispose]: () => packed[Symbol.dispose](),
  }
}

function readOptions({ root: folder, store, env = {}, now = new Date(), cache = false, onProgress, ...more }: InspectOptions): ReadOptions {
  checkRoot(folder)
  const root = resolve(folder)
  onProgress?.({ kind: 'reading-catalogue', documents: 0, bytes: 0, products: 0 })
  return {
    ...more,
    root,
    env,
    now,
    ...(store === undefined ? {} : { store }),
    ...(cache ? { cache: documentCache(root, env) } : {}),
    ...(onProgress && { onRead: (counts) => onProgress({ kind: 'reading-catalogue', ...counts }) }),
  }
}
