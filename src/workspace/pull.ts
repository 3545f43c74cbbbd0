import { tmpdir } from 'node:os'
import { type RunClock, systemClock } from '../apply/clock.ts'
import { openLiveStore } from '../catalogue/cache/record-store.ts'
import type { CatalogueSources } from '../catalogue/catalogue.ts'
import type { Config } from '../catalogue/config/config.ts'
import { OperationalError } from '../errors.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { Problem } from '../problems/problem.ts'
import type { LeftOut } from '../pull/collapse/collapsing.ts'
import type { Layout } from '../pull/collapse/layout.ts'
import { managedPart } from '../pull/collapse/managed-part.ts'
import { openFileGuard } from '../pull/file-guard.ts'
import type { LiveSources } from '../pull/live-records.ts'
import type { MergeResult } from '../pull/merge-store.ts'
import { type PulledPictures, pullPictures } from '../pull/pull-pictures.ts'
import { readStore } from '../pull/read-store.ts'
import { readTexts } from '../pull/written-catalogue.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { counted, type OnRecords } from '../records/counted-records.ts'
import { type Records, recordSource } from '../records/record-source.ts'
import { keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { OwnFile } from '../records/known-file.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { changedDocuments, type ChangedDocument, writeDocuments } from './changed-documents.ts'
import { refuseErrors } from './catalogue-invalid.ts'
import { checkGiven } from './check-given.ts'
import { documentCache } from './document-cache.ts'
import type { Environment } from './environment.ts'
import { liveAsSent } from './live-as-sent.ts'
import { matchedRoots } from './matched-roots.ts'
import { mergeOnCopy } from './merge-on-copy.ts'
import type { OnProgress } from './progress.ts'
import { lastRunOf, saveRoots } from './save-roots.ts'
import { type StateBase, stateBase } from './state-base.ts'
import { withState } from './with-state.ts'

/** What to pull; `catalogue` and `store` are required. */
export interface PullOptions {
  /** The catalogue to write into, of `loadCatalogue`. Load it again after the pull. */
  readonly catalogue: {
    readonly root: string
    readonly config: Config
    readonly configPath: string
    readonly desired: DesiredSources
    readonly problems: readonly Problem[]
    readonly sources: Pick<CatalogueSources, 'locate'>
  }
  /** The store to read, of `connectStore` or `openStore`. */
  readonly store: StoreClient
  /** Where known pictures are remembered; default: the state file that the config names, open for this call. */
  readonly state?: State
  /** Files of new products: one for each category, one for each product, or one for all; default `category`. */
  readonly layout?: Layout
  /** True to download pictures to `images/`; default false: only those that the catalogue has are used. */
  readonly images?: boolean
  /** True to write nothing; default false. */
  readonly dryRun?: boolean
  /** True to overwrite files that have uncommitted changes; default false. */
  readonly force?: boolean
  /** Environment variables, such as `process.env`: git is found in its `PATH`; default none, so that every existing file is unsaved work. */
  readonly env?: Environment
  /** The time at which promotions are over; default: the current time. */
  readonly now?: Date
  /** The time of the lease under which the base is written; default: the clock of the machine. */
  readonly clock?: RunClock
  /** True to keep parsed documents in `.planogram/cache` from run to run; default false. */
  readonly cache?: boolean
  /** When it is aborted before the documents are written, temporary files are removed at once and no document is changed; default: never. */
  readonly stop?: AbortSignal
  readonly onProgress?: OnProgress
}

/** What a pull wrote, or with `dryRun` would write, and what it left to the store. */
export interface PullResult {
  /** The new and changed files of the catalogue, pictures not among them, with their new texts; paths from the root. */
  readonly documents: readonly ChangedDocument[]
  /** Numbers of new records. */
  readonly added: { readonly groups: number; readonly categories: number; readonly products: number }
  /** Parts of records that stay in the store only, with the reason. */
  readonly leftOut: readonly LeftOut[]
  /** Addresses of records of the catalogue that the store does not have; they stay in the catalogue. */
  readonly vanished: readonly string[]
  /** Addresses of records that a plan would still change; usually none. */
  readonly open: readonly string[]
  /** Errors of the new texts that have to be fixed by hand, such as a price test that fails; usually none. */
  readonly problems: readonly Problem[]
  /** Number of warnings of the new texts. */
  readonly warnings: number
  readonly pictures: Pick<PulledPictures, 'found' | 'downloaded' | 'written' | 'missing' | 'differing'>
  /**
   * Why what was pulled was not recorded as last applied, such as an apply that holds the lease of the store; `null` where it was, and with
   * `dryRun`.
   */
  readonly baseUnwritten: string | null
  /** Sentences about the store. */
  readonly notes: readonly string[]
}

/**
 * Writes the records of a store into the documents of a catalogue: new records are added, changed values are edited in place, nothing is
 * deleted. The result is tried on a copy first, so that the catalogue is valid and a plan is empty; `leftOut` and `open` have the
 * exceptions. Reads the store and writes nothing to it. What was pulled is then what was last applied (docs/base.md).
 *
 * Throws `CatalogueInvalid` for a catalogue with errors, `files-fault` for `images` of a store without a Files API, `work-unsaved` for a file with uncommitted changes, `interrupted` after an
 * abort, and the errors of an unreachable store.
 *
 * @example
 * const catalogue = await loadCatalogue({ root: 'my-shop', env: process.env })
 * const { documents, leftOut } = await pull({ catalogue, store, images: true, env: process.env })
 * console.log(documents.map(({ path }) => path), leftOut)
 */
export async function pull(options: PullOptions): Promise<PullResult> {
  checkGiven(options, ['catalogue', 'store'])
  refuseErrors(options.catalogue.problems)
  refuseUnknownFiles(options)
  using open = new DisposableStack()
  const { stop } = options
  // The process may end before a promise settles, so that an abort cleans up at once.
  const cleanUp = (): void => open.dispose()
  stop?.addEventListener('abort', cleanUp, { once: true })
  try {
    return await withState(options, (state) => pullWith(options, { state, open }))
  } catch (error) {
    if (stop?.aborted === true) refuseStopped(options)
    throw error
  } finally {
    stop?.removeEventListener('abort', cleanUp)
  }
}

/** Throws `files-fault` where pictures are asked for and it is not known where the store has them: they would stay out of the documents that are written. */
function refuseUnknownFiles({ store, images = false }: PullOptions): void {
  if (!images || store.files) return
  throw new OperationalError('files-fault', `Store ${store.name} has no files_url, so that its pictures cannot be downloaded.`, {
    fix: 'Set `files_url` and `site_name` of the store in planogram.yaml, or pull without `--images`.',
  })
}

function refuseStopped({ stop }: PullOptions): void {
  if (stop?.aborted !== true) return
  throw new OperationalError('interrupted', 'The pull was stopped; no document was changed.')
}

interface Session {
  readonly state: State
  /** What is released at the end. */
  readonly open: DisposableStack
}

async function pullWith(options: PullOptions, { state, open }: Session): Promise<PullResult> {
  const { catalogue, store, images = false, dryRun = false, force = false, cache = false, env = {}, onProgress } = options
  const { root, config, configPath, desired } = catalogue
  refuseStopped(options)
  const readAfter = await lastRunOf(store, state)
  const guard = open.use(openFileGuard(root, { force, env, command: 'planogram pull' }))
  const before = readTexts(root, { config, configFile: configPath })
  onProgress?.({ kind: 'reading-store', resource: 'UserGroups', records: 0 })
  const { live, notes } = await readStore(store, {
    products: open.use(openLiveStore(tmpdir())),
    onProgress: (resource, records) => onProgress?.({ kind: 'reading-store', resource, records }),
  })
  refuseStopped(options)
  const pictures = await pullPictures({
    root,
    store,
    state,
    guard,
    known: desired.files,
    download: images,
    records: managedOf(live, desired, (records) => onProgress?.({ kind: 'finding-pictures', records })),
    onProgress: (done, all) => onProgress?.({ kind: 'downloading', done, all }),
  })
  refuseStopped(options)
  const base = await stateBase(state, store)
  const merged = await mergeOnCopy(options, {
    open,
    guard,
    live: await liveAsSent(live, base, store.capabilities),
    pictures,
    before,
    cache: cache ? documentCache(root, env) : undefined,
    check: () => refuseStopped(options),
  })
  const documents = changedDocuments(root, { before, after: merged.texts }, onProgress)
  const asRead = new Map([...before, ...merged.replaced])
  if (!dryRun) await writeDocuments(documents, { guard, before: asRead, check: () => refuseStopped(options) })
  const baseUnwritten = dryRun ? null : await recordPulled(options, { state, base, live, merged, pictures, readAfter })
  const { added, leftOut, vanished, open: openAddresses, problems, loaded } = merged
  const { found, downloaded, written, missing, differing } = pictures
  return {
    documents,
    added,
    leftOut,
    vanished,
    open: openAddresses,
    problems,
    warnings: loaded.problems.filter(({ severity }) => severity === 'warning').length,
    pictures: { found, downloaded, written, missing, differing },
    baseUnwritten,
    notes,
  }
}

interface Pulled {
  readonly state: State
  readonly base: StateBase
  readonly live: LiveSources
  readonly merged: MergeResult
  readonly pictures: Pick<PulledPictures, 'contentAt'>
  readonly readAfter: string
}

/** Records what was pulled as last applied; the reason where it is not. */
async function recordPulled(
  { store, clock = systemClock, onProgress }: PullOptions,
  { state, base, live, merged, pictures, readAfter }: Pulled,
): Promise<string | null> {
  if (merged.problems.length > 0) return 'The catalogue has errors.'
  const { capabilities } = store
  const remembered = await state.rememberedFiles(storeNameInState(store))
  const files = [...pictures.contentAt].flatMap(([path, sha256]): OwnFile[] => {
    const size = remembered.get(path)?.size
    return size === undefined ? [] : [{ path, sha256, size }]
  })
  const onRecords: OnRecords = (records) => onProgress?.({ kind: 'recording', records })
  return saveRoots(matchedRoots({ catalogue: merged.loaded, live, base, capabilities, onRecords }), {
    store,
    state,
    clock,
    completeWith: null,
    files,
    readAfter,
  })
}

/** The parts of records that will be written: of those in the catalogue, what it manages, so that no unused picture is downloaded. */
function managedOf(live: LiveSources, { roots }: DesiredSources, onRecords: OnRecords): readonly Iterable<RecordTree>[] {
  return [counted(managedParts(live.categories, roots.Cat), onRecords), counted(managedParts(live.products, roots.Product), onRecords)]
}

function* managedParts(live: Records<RecordTree>, desired: Records<DesiredRecord> = []): Generator<RecordTree> {
  const known = recordSource(desired)
  for (const record of live) {
    const own = known.get(keyOf(record))
    yield own === undefined ? record : managedPart(record, [own])
  }
}
