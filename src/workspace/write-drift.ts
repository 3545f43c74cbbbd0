import { type RunClock, systemClock } from '../apply/clock.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { asSent } from '../diff/stored-values.ts'
import { asInStore, type DriftedParts, driftedParts } from '../pull/drifted-store.ts'
import { type FileGuard, openFileGuard } from '../pull/file-guard.ts'
import { desiredOf, type LiveSources, recordSections, type RecordSection, sectionNames } from '../pull/live-records.ts'
import type { MergeResult } from '../pull/merge-store.ts'
import { pullPictures } from '../pull/pull-pictures.ts'
import { partOf } from '../pull/unit.ts'
import { readTexts } from '../pull/written-catalogue.ts'
import { readWhole } from '../live/read-whole.ts'
import type { Problem } from '../problems/problem.ts'
import { addressOf } from '../records/address.ts'
import { keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { State } from '../state/state.ts'
import { refuseErrors } from './catalogue-invalid.ts'
import { checkGiven } from './check-given.ts'
import { changedDocuments, type ChangedDocument, writeDocuments } from './changed-documents.ts'
import { type Drift, driftFrom, knownBase } from './drift.ts'
import { matchedRoots } from './matched-roots.ts'
import { mergeOnCopy } from './merge-on-copy.ts'
import type { PullOptions } from './pull.ts'
import { lastRunOf, saveRoots } from './save-roots.ts'
import type { StateBase } from './state-base.ts'
import { withState } from './with-state.ts'

/** Which drift to take over; `catalogue` and `store` are required. */
export type WriteDriftOptions = Pick<PullOptions, 'catalogue' | 'store' | 'state' | 'dryRun' | 'force' | 'env' | 'now' | 'onProgress'> & {
  /** The time of the lease under which the base is written; default: the clock of the machine. */
  readonly clock?: RunClock
}

/** A part of a record that is not taken over. */
export interface Unwritten {
  readonly address: string
  /** The key of its entry; `null` for the whole record. */
  readonly key: string | null
  readonly reason: string
}

/** Drift, and what of it was taken over into the catalogue, or with `dryRun` would be. */
export interface WrittenDrift extends Drift {
  readonly documents: readonly ChangedDocument[]
  readonly unwritten: readonly Unwritten[]
  /** Errors of the new texts that have to be fixed by hand, such as a price test that fails; usually none. */
  readonly problems: readonly Problem[]
  /** Why the base does not have the values; `null` where it has, and with `dryRun`. */
  readonly baseUnwritten: string | null
}

/**
 * Changes the documents of a catalogue to what somebody changed in the store since the last apply, and records that as applied. Values that
 * the catalogue changed too stay as they are, and so does everything else; `unwritten` lists what was not taken over. Reads the store and
 * writes nothing to it.
 *
 * Throws the errors of `drift`, `CatalogueInvalid` for a catalogue with errors, `work-unsaved` for a file with uncommitted changes, and
 * `document-changed` for a document or a text file that something else changed meanwhile.
 *
 * @example
 * const { documents, unwritten } = await writeDrift({ catalogue, store, env: process.env })
 * console.log(documents.map(({ path }) => path), unwritten)
 */
export async function writeDrift(options: WriteDriftOptions): Promise<WrittenDrift> {
  checkGiven(options, ['catalogue', 'store'])
  refuseErrors(options.catalogue.problems)
  return withState(options, async (state) => {
    const readAfter = await lastRunOf(options.store, state)
    const base = await knownBase(options.store, state)
    const drift = await driftFrom(base, options)
    if (drift.changes.length === 0) return { ...drift, documents: [], unwritten: [], problems: [], baseUnwritten: null }
    return { ...drift, ...(await takeOver(drift, { options, state, base, readAfter })) }
  })
}

interface Session {
  readonly options: WriteDriftOptions
  readonly state: State
  readonly base: StateBase
  readonly readAfter: string
}

async function takeOver(drift: Drift, session: Session): Promise<Omit<WrittenDrift, keyof Drift>> {
  const { options, state, base, readAfter } = session
  const { catalogue, store, dryRun = false, clock = systemClock } = options
  const { capabilities } = store
  const found = await driftedRecords(drift, session)
  using open = new DisposableStack()
  const guarding = { force: options.force ?? false, env: options.env ?? {}, command: 'planogram drift --write' }
  const guard = open.use(openFileGuard(catalogue.root, guarding))
  const { merged, before } = await merge(found, { ...session, open, guard })
  const documents = changedDocuments(catalogue.root, { before, after: merged.texts }, options.onProgress)
  const asRead = new Map([...before, ...merged.replaced])
  if (!dryRun) await writeDocuments(documents, { guard, before: asRead, check: () => undefined })
  const live = liveOf(found)
  const baseUnwritten = dryRun
    ? null
    : merged.problems.length > 0
      ? 'The catalogue has errors.'
      : await saveRoots(matchedRoots({ catalogue: merged.loaded, live, base, capabilities }), {
          store,
          state,
          clock,
          completeWith: null,
          readAfter,
        })
  return { documents, unwritten: [...found.unwritten, ...leftOut(merged, found)], problems: merged.problems, baseUnwritten }
}

interface Drifted {
  /** As the store has it. */
  readonly stored: RecordTree
  /** The same with the values that the last apply sent, where only the store has changed them (`asSent`). */
  readonly live: RecordTree
  readonly parts: DriftedParts['taken']
}

interface Found {
  /** Root records of catalogue and store with drift, by key. */
  readonly records: Readonly<Record<RecordSection, ReadonlyMap<string, Drifted>>>
  readonly unwritten: readonly Unwritten[]
}

/** The records with drift as the store has them now, with the parts that can be taken over. */
async function driftedRecords(drift: Drift, session: Session): Promise<Found> {
  const groups = await driftedOf('groups', drift, session)
  const categories = await driftedOf('categories', drift, session)
  const products = await driftedOf('products', drift, session)
  return {
    records: { groups: groups.records, categories: categories.records, products: products.records },
    unwritten: [...groups.unwritten, ...categories.unwritten, ...products.unwritten],
  }
}

interface FoundOf {
  readonly records: ReadonlyMap<string, Drifted>
  readonly unwritten: readonly Unwritten[]
}

const bothReason = 'the catalogue changed it since the last apply too; edit it by hand, or apply it'

async function driftedOf(section: RecordSection, { changes }: Drift, { options, base }: Session): Promise<FoundOf> {
  const { catalogue, store } = options
  const resource = recordSections[section]
  const desired = desiredOf(catalogue.desired, section)
  const roots = new Map(changes.flatMap(({ root }) => (root.resource === resource ? [[root.key, root] as const] : [])))
  const others = new Set([...roots.keys()].flatMap((key) => Object.keys(desired.get(key)?.fields ?? {})))
  const read = roots.size === 0 ? [] : await readWhole(store, { resource, keys: [...roots.keys()], others: [...others] })
  const there = new Map(read.map((record) => [keyOf(record), record]))
  const context: DiffContext = { capabilities: store.capabilities, locate: (span) => catalogue.sources.locate(span) }
  const records = new Map<string, Drifted>()
  const unwritten: Unwritten[] = []
  for (const [key, { address }] of roots) {
    const [record, live, applied] = [desired.get(key), there.get(key), await base.get(resource, key)]
    if (!record) unwritten.push({ address, key: null, reason: 'it is no longer in the catalogue' })
    else if (!live || !applied) unwritten.push({ address, key: null, reason: removedReason })
    else {
      const { taken, refused } = driftedParts({ desired: record, live, base: applied.record }, context)
      unwritten.push(...Array.from(refused, (part) => ({ address, key: part, reason: bothReason })))
      records.set(key, { stored: live, live: asSent(live, applied.record, store.capabilities), parts: taken })
    }
  }
  return { records, unwritten }
}

const removedReason = 'it was removed in the store; remove its entry by hand, or the next apply creates it again'

function liveOf({ records }: Found): LiveSources {
  const of = (section: RecordSection): readonly RecordTree[] => Array.from(records[section].values(), ({ stored }) => stored)
  return { groups: of('groups'), categories: of('categories'), products: of('products'), webhooks: [] }
}

interface Merging extends Session {
  readonly open: DisposableStack
  readonly guard: FileGuard
}

/** Merges a store that differs from the catalogue in the drifted parts only into its documents. */
async function merge(
  { records }: Found,
  { options, state, open, guard }: Merging,
): Promise<{ merged: MergeResult; before: ReturnType<typeof readTexts> }> {
  const { catalogue, store, onProgress } = options
  const { root, config, configPath, desired } = catalogue
  const before = readTexts(root, { config, configFile: configPath })
  const side = (section: RecordSection): ReturnType<typeof asInStore> =>
    asInStore(desiredOf(desired, section), (key) => records[section].get(key) ?? null)
  const live: LiveSources = { groups: [...side('groups')], categories: [...side('categories')], products: side('products'), webhooks: [] }
  const withPictures = (section: 'categories' | 'products'): RecordTree[] =>
    [...records[section].keys()].flatMap((key) => side(section).get(key) ?? [])
  const pictures = await pullPictures({
    root,
    store,
    state,
    guard,
    known: desired.files,
    download: false,
    records: [withPictures('categories'), withPictures('products')],
    onProgress: (done, all) => onProgress?.({ kind: 'downloading', done, all }),
  })
  // Contents of pictures are not compared for drift.
  const known = { pictureAt: pictures.pictureAt, contentAt: new Map<string, string>() }
  const merged = await mergeOnCopy(options, { open, guard, live, pictures: known, before, prefersOverlay: true })
  return { merged, before }
}

/** The drifted parts that no document can express. */
function leftOut({ leftOut: left }: MergeResult, { records }: Found): readonly Unwritten[] {
  const taken = new Map(
    sectionNames.flatMap((section) =>
      Array.from(records[section], ([key, { parts }]) => {
        const { name, key: primary } = resourceOf(recordSections[section])
        return [addressOf(name, { [primary ?? '']: key }), parts] as const
      }),
    ),
  )
  return left
    .filter(({ address, key }) => {
      const parts = taken.get(address)
      return parts !== undefined && (key === null || parts.has(partOf(key)))
    })
    .map(({ address, key, reason }) => ({ address, key, reason }))
}
