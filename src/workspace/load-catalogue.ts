import { resolve } from 'node:path'
import type { Catalogue, CatalogueSources } from '../catalogue/catalogue.ts'
import { loadCatalogue as readWhole } from '../catalogue/load-catalogue.ts'
import { packCatalogue } from '../catalogue/pack-catalogue.ts'
import type { ReadOptions } from '../catalogue/read-catalogue.ts'
import type { DesiredSources } from '../records/desired.ts'
import { documentCache } from './document-cache.ts'
import type { Environment } from './environment.ts'
import type { OnProgress } from './progress.ts'

/** Which catalogue to read, and how much of it. */
export interface LoadOptions extends Pick<ReadOptions, 'everyStore' | 'trace' | 'only' | 'mentionsOf'> {
  /** The folder of the catalogue; a relative path starts at the folder of the process. */
  readonly root: string
  /** Path of the config, from the root; default `planogram.yaml`. */
  readonly configFile?: string
  /** The store of the config to read it for; default: its `default_store`. */
  readonly store?: string | undefined
  /** Environment variables for references such as `${HOOK_HOST}` in webhook addresses; default none. Keys are not read here. */
  readonly env?: Environment
  /** The time at which promotions are over; default: the current time. */
  readonly now?: Date
  /** True to keep parsed documents in `.planogram/cache` from run to run; default false. */
  readonly cache?: boolean
  readonly onProgress?: OnProgress
}

/** A catalogue that was read, and its folder: plain data, but for `sources`. */
export interface OpenCatalogue extends Catalogue {
  readonly root: string
  /** The services that read its files. */
  readonly sources: CatalogueSources
}

/** The same with its products packed, so that not all of them are in memory. They can be read until the disposal. */
export interface OpenPackedCatalogue extends Omit<OpenCatalogue, 'desired'>, Disposable {
  readonly desired: DesiredSources
}

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
  const read = readOptions(options)
  const { catalogue, sources } = await readWhole(read)
  return { ...catalogue, root: read.root, sources }
}

/** Reads a catalogue as `loadCatalogue` does, with its products packed in memory, or in a file without a name in `folder`. */
export async function openPackedCatalogue(options: LoadOptions, folder: string | null = null): Promise<OpenPackedCatalogue> {
  const read = readOptions(options)
  const packed = await packCatalogue(read, folder)
  const { catalogue, desired, sources } = packed
  return { ...catalogue, root: read.root, desired, sources, [Symbol.dispose]: () => packed[Symbol.dispose]() }
}

function readOptions({ root: folder, store, env = {}, now = new Date(), cache = false, onProgress, ...more }: LoadOptions): ReadOptions {
  const root = resolve(folder)
  onProgress?.({ kind: 'reading-catalogue', documents: 0, products: 0 })
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
