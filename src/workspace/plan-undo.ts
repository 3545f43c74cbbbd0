import { doneChanges, type DoneChange } from '../apply/undo/done-changes.ts'
import { nowhere } from '../apply/undo/desired-row.ts'
import { openUndoNotes, type UndoNotes } from '../apply/undo/undo-notes.ts'
import { withUndoRuns } from '../apply/undo/with-undo-runs.ts'
import { unpackPlan } from '../apply/packed-plan.ts'
import { planUnreadable } from '../apply/plan-of-run.ts'
import { OperationalError } from '../errors.ts'
import type { Config } from '../catalogue/config/config.ts'
import type { Change, FileChange, RootedChange } from '../diff/change.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { diffFiles } from '../diff/diff-files.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { presentFiles } from '../live/present-files.ts'
import { storeIdentity, storeNameInState } from '../live/store-names.ts'
import { evaluateGuards } from '../plan/guards/evaluate-guards.ts'
import { makePlan } from '../plan/make-plan.ts'
import { defaultLimits } from '../plan/plan-limits.ts'
import type { Plan } from '../plan/plan.ts'
import { writesResource } from '../plan/writes-resource.ts'
import type { WantedFile } from '../records/desired.ts'
import { resourceOf } from '../resources/registry.ts'
import type { RunRow, State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { checkGiven } from './check-given.ts'
import { engineVersion } from './engine-version.ts'
import { otherStore } from './runs-of-store.ts'
import { undoGuardFacts } from './undo-guard-facts.ts'
import { undoneRecords } from './undo-records.ts'

/** What to undo; `run`, `store` and `state` are required. */
export interface UndoOptions {
  /** The id of the run. */
  readonly run: string
  /** The store that the run wrote to; it is only read. */
  readonly store: StoreClient
  readonly state: State
  /** Guards, and the size of requests; default: those of a config without `guards` and `limits`. */
  readonly config: Pick<Config, 'guards' | 'limits'>
  /** The time that the plan records; default: the current time. */
  readonly now?: () => Date
}

/**
 * The plan that restores what a run has overwritten, where the store still has what the run wrote (docs/undo.md). It is a plan like any
 * other, for `apply`; its `notices` name what somebody has changed since and stays. Reads only the records and files of the run.
 *
 * Throws `run-unknown` where the state has no such run of this store, and `plan-file-broken` where its plan cannot be read.
 *
 * @example
 * const plan = await planUndo({ run: '20261120-070512-3f9a', store, state, config: catalogue.config })
 * if (plan.steps.length > 0) await apply({ plan, catalogue, store, state })
 */
export async function planUndo(options: UndoOptions): Promise<Plan> {
  checkGiven(options, ['store', 'state'])
  const { store, state, config, now = () => new Date() } = options
  const { run, plan } = await undonePlan(options)
  const done = withUndoRuns(doneChanges(plan, await state.operationsOf(run.id)), await doneByUndoRuns(run, state))
  const remarks: string[] = []
  const rooted = done.filter(isRooted)
  const records = await undoneRecords(rooted.filter(isPlanned), store, remarks)
  for (const { change } of rooted.filter((each) => !isPlanned(each)))
    openUndoNotes(remarks).remark(change.address, 'webhooks are not undone, left as it is')
  const files = await fileChanges(done.filter(isFile), { store, state, runId: run.id, remarks })
  const changes = [...records, ...files].map((change): Change => ({ ...change, origin: 'git', source: null }))
  const made = makePlan({
    changes,
    madeFrom: {
      catalogue: plan.madeFrom.catalogue,
      store: storeIdentity(store),
      capabilities: store.capabilities,
      certificate: [],
      undoes: run.id,
    },
    notices: [`This plan undoes run ${run.id}.`, ...shortened(remarks)],
    guards: evaluateGuards(changes, config.guards, await undoGuardFacts(changes, hiddenBy(done, run), store)),
    limits: { ...defaultLimits, recordsPerRequest: config.limits.recordsPerRequest },
    engineVersion,
    madeAt: now().toISOString(),
  })
  if (writesResource(made.steps, 'VariantOptions')) await checkVariantOptions(store)
  return made
}

async function undonePlan({ run: id, store, state }: UndoOptions): Promise<{ readonly run: RunRow; readonly plan: Plan }> {
  const [run, bytes] = [await state.runOf(id), await state.planOf(id)]
  if (run === null || run.store !== storeNameInState(store)) throw otherStore(id, run, store)
  if (bytes === null) {
    throw new OperationalError('plan-file-broken', `Run ${id} cannot be undone: the planogram that applied it kept no plan.`, {
      fix: 'Restore the earlier catalogue in git, then run `planogram apply`.',
    })
  }
  return { run, plan: await readPlan(id, bytes) }
}

async function readPlan(id: string, bytes: Uint8Array): Promise<Plan> {
  try {
    return await unpackPlan(bytes)
  } catch (error) {
    throw planUnreadable(error, id, 'undone')
  }
}

/** What runs have done that undid this one, completely or in part. */
async function doneByUndoRuns(run: RunRow, state: State): Promise<readonly DoneChange[]> {
  const runs = (await state.runs()).filter(({ undoes }) => undoes === run.id)
  const done = await Promise.all(
    runs.map(async ({ id }) => {
      const bytes = await state.planOf(id)
      return bytes === null ? [] : doneChanges(await unpackPlan(bytes), await state.operationsOf(id))
    }),
  )
  return done.flat()
}

function isRooted(done: DoneChange): done is DoneChange<RootedChange> {
  return done.change.kind !== 'file'
}

/** The address of a webhook is in no plan, so that the one before is not known. */
function isPlanned({ change }: DoneChange<RootedChange>): boolean {
  return change.root.resource !== 'Webhooks'
}

function isFile(done: DoneChange): done is DoneChange<FileChange> {
  return done.change.kind === 'file'
}

const mostRemarks = 50

function shortened(remarks: readonly string[]): readonly string[] {
  const more = remarks.length - mostRemarks
  return more > 0 ? [...remarks.slice(0, mostRemarks), `(and ${more} more that stay as they are)`] : remarks
}

/**
 * The addresses of the root records that the run hid: `unhide` does not count them. Where the run is an undo, only those that another record
 * replaced: what an undo took out of sale is shown again only on purpose, as by an apply.
 */
function hiddenBy(done: readonly DoneChange[], { undoes }: RunRow): ReadonlySet<string> {
  return new Set(
    done.flatMap(({ change }) => {
      if (change.kind !== 'record' || change.address !== change.root.address || change.action !== 'update') return []
      if (undoes !== null && change.movedTo === undefined) return []
      const flag = resourceOf(change.resource).hiddenBy
      return change.fields.some(({ field, after }) => field === flag && after === 'true') ? [change.address] : []
    }),
  )
}

interface FileUndo {
  readonly store: StoreClient
  readonly state: State
  readonly runId: string
  readonly remarks: string[]
}

/** The pictures that the run has overwritten and that nobody has changed since, with what they were before. */
async function fileChanges(
  done: readonly DoneChange<FileChange>[],
  { store, state, runId, remarks }: FileUndo,
): Promise<readonly FileChange[]> {
  const { files } = store
  if (!files || done.length === 0) return []
  const notes = openUndoNotes(remarks)
  const before = await state.preImagesOf(runId)
  const read = async (wanted: readonly WantedFile[]): Promise<ReadonlyMap<string, string | null>> => {
    const present = await presentFiles(wanted, { store, files, state })
    return new Map(present.map(({ path, sha256 }) => [path, sha256]))
  }
  const written = done.flatMap(({ change: { file } }): WantedFile[] => {
    const content = file.after ?? file.before
    return content?.sha256 ? [{ path: file.path, from: file.path, size: content.size, sha256: content.sha256, source: nowhere }] : []
  })
  const earlier = [...before.values()].map(({ path, sha256, size }): WantedFile => ({ path, from: path, sha256, size, source: nowhere }))
  const [now, then] = [await read(written), await read(earlier)]
  const wanted = done.flatMap(({ change }): readonly WantedFile[] => {
    const { path } = change.file
    const kept = earlier.find((file) => file.path === path)
    if (kept && then.get(path) === kept.sha256) return []
    const found = { kept, isThere: now.has(path), isOurs: now.get(path) === (change.file.after ?? change.file.before)?.sha256 }
    return change.file.after === null ? restoredFile(change, found, notes) : restoredContent(change, found, notes)
  })
  const context: DiffContext = { capabilities: store.capabilities, locate: () => ({ file: '', line: 1, column: 1 }) }
  return diffFiles(wanted, await presentFiles(wanted, { store, files, state }), context)
}

/** What is known of a file that a run has changed: its content before, and what the store has now. */
interface FoundFile {
  readonly kept: WantedFile | undefined
  readonly isThere: boolean
  /** True where it has what the run wrote, or for a removed file what it had before. */
  readonly isOurs: boolean
}

function restoredContent({ address, file }: FileChange, { kept, isThere, isOurs }: FoundFile, notes: UndoNotes): readonly WantedFile[] {
  if (!isThere) notes.gone(address)
  else if (!isOurs) notes.changed(address)
  else if (kept) return [kept]
  else if (file.before === null) notes.remark(address, 'uploaded by the run, stays in the store')
  else notes.remark(address, notKept)
  return []
}

/** A file that the run has removed; one that is there again is somebody else's, or was never removed. */
function restoredFile({ address }: FileChange, { kept, isThere, isOurs }: FoundFile, notes: UndoNotes): readonly WantedFile[] {
  if (isThere && !isOurs) notes.changed(address)
  if (!isThere && kept) return [kept]
  if (!isThere) notes.remark(address, notKept)
  return []
}

const notKept = 'what it was before the run was not kept, left as it is'
