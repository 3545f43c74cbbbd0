import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogueSources } from '../catalogue/catalogue.ts'
import type { Config } from '../catalogue/config/config.ts'
import type { Switches } from '../emulator/assumptions/switches.ts'
import type { RunningEmulator } from '../emulator/emulator-options.ts'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { diskProblemOf } from '../files/disk-problem.ts'
import { storeNameInState } from '../live/store-names.ts'
import { namedPictures } from '../pull/pull-pictures.ts'
import type { DesiredSources } from '../records/desired.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import { openState } from '../state/open-state.ts'
import type { State } from '../state/state.ts'
import { openStore } from '../store/open-store.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { Connection } from '../workspace/connect-store.ts'
import type { GivenBase } from '../workspace/plan-live.ts'
import type { OnProgress } from '../workspace/progress.ts'
import { copiedNames } from './copied-fields.ts'
import { copyFiles } from './copy-files.ts'
import { copyRecords, type LeftOut } from './copy-records.ts'

/** What to rehearse on; `catalogue` and `connection` are required. */
export interface RehearsalOptions {
  /** The catalogue that the plan is of. */
  readonly catalogue: {
    readonly config: Pick<Config, 'currencies' | 'timezone'>
    readonly desired: Pick<DesiredSources, 'files'>
    readonly sources: Pick<CatalogueSources, 'readPicture'>
  }
  /** The store, which is only read, and its state, which is copied. */
  readonly connection: Pick<Connection, 'store' | 'state'>
  /** What was applied before, as for the plan; default: what the state has. */
  readonly base?: GivenBase | undefined
  /** True to copy every picture that a record names, for people who look at the shop; default: those that a plan can be about. */
  readonly allPictures?: boolean
  /** The port of the copy on 127.0.0.1; default: a free one. */
  readonly port?: number | undefined
  /** Removes the copy at once when it is aborted, also while it is made or used, for a process that ends then. Default: never. */
  readonly stop?: AbortSignal
  readonly onProgress?: OnProgress
}

/** A copy of a store to rehearse on. Close its connection, or declare it with `await using`, to remove it. */
export interface Rehearsal extends AsyncDisposable {
  /** The copy as if it were the store, so that plans of the store can be applied to it, and a copy of the state. */
  readonly connection: Connection
  /** The embedded store that is the copy. */
  readonly emulator: RunningEmulator
  /** What the store refuses to read, or the embedded store refuses, and is not in the copy, as sentences; usually none. */
  readonly notes: readonly string[]
}

/**
 * Copies a store into an embedded one in a temporary folder, with the state of this machine: what a catalogue can contain with the ids of the store, and
 * its files. The store is only read, and the copy calls no webhooks. Throws the errors of a store that cannot be read, and `file-unwritable` where the
 * folder for temporary files has no room.
 *
 * @example
 * await using rehearsal = await openRehearsal({ catalogue, connection })
 * const run = await apply({ plan: made, catalogue, ...rehearsal.connection })
 */
export async function openRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { connection, stop, onProgress } = options
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'planogram-rehearsal-')).catch(unwritable)
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true })
  stop?.addEventListener('abort', removeNow)
  opened.defer(async () => {
    stop?.removeEventListener('abort', removeNow)
    await rm(folder, { recursive: true, force: true })
  })
  onProgress?.({ kind: 'opening-store' })
  const emulator = opened.use(await startCopy(options, join(folder, 'store')))
  const { notes, refused } = await copyStore(options, emulator).catch(unwritable)
  const state = await copyState(connection, join(folder, 'state.db'))
  opened.defer(() => state.close())
  // A copy that could be read where the store cannot would show a plan that the store does not have.
  const key = refused.length === 0 ? emulator.key : emulator.keys.add({ deny: refused, files: true }).key
  const store = clientOfCopy(connection.store, { ...emulator, key })
  opened.defer(() => store.close())
  const ending = opened.move()
  const close = (): Promise<void> => ending.disposeAsync()
  return { connection: { store, state, close, [Symbol.asyncDispose]: close }, emulator, notes, [Symbol.asyncDispose]: close }
}

/** Throws `file-unwritable` for an error of the system, which is about the folder of the copy, and any other error as it is. */
function unwritable(error: unknown): never {
  const isOfSystem = error instanceof Error && ('syscall' in error || diskProblemOf(error) !== undefined)
  if (!isOfSystem) throw error
  const why = diskProblemOf(error) === 'full' ? 'the disk is full' : systemCodeOf(error)
  throw new OperationalError('file-unwritable', `The copy of the store cannot be written to a folder in ${tmpdir()} (${why}).`, {
    fix: 'Set TMPDIR (on Windows TEMP) to a folder with room for the records and pictures of the store.',
    cause: error,
  })
}

async function startCopy({ catalogue: { config }, connection, port }: RehearsalOptions, data: string): Promise<RunningEmulator> {
  // Loaded here: commands on a real store never need it.
  const { startEmulator } = await import('../emulator/start-emulator.ts')
  const { currencies, timezone } = config
  const switches = switchesOf(connection.store.capabilities)
  const emulator = await startEmulator({ data, currencies, timezone, switches, ...(port !== undefined && { port }) })
  emulator.webhooks.pause()
  return emulator
}

/** A copy that does what the store does, and of what is not known about it the least that a plan can rely on. It accepts the fields of the store. */
function switchesOf({ deletes, links, attributes, batches }: Capabilities): Partial<Switches> {
  return {
    deletes,
    links: links === 'upsert' ? 'upsert' : 'duplicate',
    attributes: attributes === 'unknown' ? 'always-insert' : attributes,
    batch: batches === 'atomic' ? 'atomic' : 'stop',
    unknownField: 'store',
  }
}

async function copyStore(
  { catalogue, connection, base, allPictures = false, onProgress = () => undefined }: RehearsalOptions,
  to: RunningEmulator,
): Promise<LeftOut> {
  const { store, state } = connection
  const others = new Set(base?.files?.map(({ path }) => path))
  const leftOut = await copyRecords(store, {
    to,
    onProgress,
    onRecords: (records) => {
      for (const { path } of allPictures ? namedPictures([records]) : []) others.add(path)
    },
  })
  const { desired, sources } = catalogue
  await copyFiles({ store, state, catalogue: { files: desired.files, readPicture: sources.readPicture }, to, others, onProgress })
  return leftOut
}

/**
 * A copy of the state. An apply that runs meanwhile does not write to the copy of the store: its lease is ended. Requests of earlier runs whose answer was lost
 * cannot reach it either: they are not waited for.
 */
async function copyState({ store, state }: RehearsalOptions['connection'], path: string): Promise<State> {
  await state.backup(path)
  const copy = await openState(path)
  const lease = await copy.leaseOf(storeNameInState(store))
  if (lease !== null) await copy.releaseLease(lease)
  return { ...copy, unsettled: () => Promise.resolve([]) }
}

/** The client of the copy, with the name, the addresses and the capabilities of the store. */
function clientOfCopy(
  store: StoreClient,
  { url, filesUrl, site, key }: Pick<RunningEmulator, 'url' | 'filesUrl' | 'site' | 'key'>,
): StoreClient {
  const { name, baseUrl, capabilities, fieldNames } = store
  const copy = openStore({
    name,
    baseUrl: url,
    filesUrl: store.files ? filesUrl : null,
    siteName: site,
    key,
    capabilities,
    fieldNames: copiedNames(fieldNames),
  })
  return { ...copy, baseUrl, filesUrl: store.filesUrl, ...(store.id !== undefined && { id: store.id }) }
}
