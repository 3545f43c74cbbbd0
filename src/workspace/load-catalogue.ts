import { resolve } from 'node:path'
import { type LoadedCatalogue, loadCatalogue as readWhole, type LoadOptions as ReadOptions } from '../catalogue/load-catalogue.ts'
import { documentCache } from './document-cache.ts'
import type { Environment } from './environment.ts'
import type { OnProgress } from './progress.ts'

/** Which catalogue to read, and how much of it. */
export interface LoadOptions extends Pick<ReadOptions, 'everyStore' | 'trace' | 'checkOnly' | 'whole' | 'keptOf' | 'onFileNamed'> {
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

/** The services that read the files of a catalogue. */
export type CatalogueSources = Pick<LoadedCatalogue, 'textOf' | 'locate' | 'readPicture' | 'makeRenditions'>

/** A catalogue that was read, and its folder. */
export interface OpenCatalogue extends LoadedCatalogue {
  readonly root: string
  readonly sources: CatalogueSources
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
  const { root: folder, store, env = {}, now = new Date(), cache = false, onProgress, ...more } = options
  const root = resolve(folder)
  onProgress?.({ kind: 'reading-catalogue', documents: 0, products: 0 })
  const loaded = await readWhole({
    ...more,
    root,
    env,
    now,
    ...(store === undefined ? {} : { store }),
    ...(cache ? { cache: documentCache(root, env) } : {}),
  })
  const { textOf, locate, readPicture, makeRenditions } = loaded
  return { ...loaded, root, sources: { textOf, locate, readPicture, makeRenditions } }
}
