import { tmpdir } from 'node:os'
import type { BaseRecords } from '../records/base-record.ts'
import type { CacheOptions } from '../catalogue/cache/document-cache.ts'
import type { Layout } from '../pull/collapse/layout.ts'
import type { FileGuard } from '../pull/file-guard.ts'
import type { LiveSources } from '../pull/live-records.ts'
import { mergeStore, type MergeResult } from '../pull/merge-store.ts'
import type { PulledPictures } from '../pull/pull-pictures.ts'
import { startScratch, type TriedCatalogue } from '../pull/scratch-catalogue.ts'
import type { Texts } from '../pull/written-catalogue.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { Environment } from './environment.ts'
import type { OnProgress } from './progress.ts'

/** A catalogue and the store to merge into it. */
interface MergeOptions {
  readonly catalogue: TriedCatalogue & { readonly root: string; readonly configPath: string }
  readonly store: StoreClient
  /** Default: `category`. */
  readonly layout?: Layout
  /** Default: none. */
  readonly env?: Environment
  /** The time at which promotions are over; default: the current time. */
  readonly now?: Date
  readonly onProgress?: OnProgress
}

/** What is merged. */
interface Merging {
  /** What is released at the end. */
  readonly open: DisposableStack
  readonly guard: FileGuard
  readonly live: LiveSources
  readonly pictures: Pick<PulledPictures, 'pictureAt' | 'contentAt'>
  /** The texts of the catalogue. */
  readonly before: Texts
  /** What was last applied: what the store only rounded is no difference. Default: nothing is known. */
  readonly base?: BaseRecords
  /** Default: nothing is kept from run to run. */
  readonly cache?: CacheOptions | undefined
  /** True to write single values to the overlay of the store where it has an entry of the record; default false. */
  readonly prefersOverlay?: boolean
  /** Called before each reading of the copy; throws where the merge has to end. */
  readonly check?: () => void
}

/** Merges records of a store into the texts of a catalogue, tried on a copy below `.planogram/`. */
export async function mergeOnCopy(options: MergeOptions, merging: Merging): Promise<MergeResult> {
  const { catalogue, store, layout = 'category', env = {}, now = new Date(), onProgress } = options
  const { open, guard, live, pictures, before, base, cache, prefersOverlay = false, check } = merging
  const { root, config, configPath } = catalogue
  const scratch = open.use(
    startScratch({
      root,
      configFile: configPath,
      env,
      now,
      store: config.storeName,
      folder: tmpdir(),
      ...(cache && { cache }),
      ...(onProgress && { onRead: (counts) => onProgress({ kind: 'checking', ...counts }) }),
    }),
  )
  return await mergeStore({
    root,
    live,
    catalogue,
    texts: before,
    env,
    layout,
    base,
    capabilities: store.capabilities,
    pictureAt: pictures.pictureAt,
    contentAt: pictures.contentAt,
    prefersOverlay,
    onMerged: onProgress && ((part, records) => onProgress({ kind: 'merging', part, records })),
    load: (tried) => {
      check?.()
      guard.checkPlaces(tried.keys())
      return scratch.load(tried)
    },
  })
}
