import { setImmediate as nextTurn } from 'node:timers/promises'
import { storeNameInState } from '../live/store-names.ts'
import { indexOperations, type OperationIndex } from '../plan/operations.ts'
import { isFileStep } from '../plan/step.ts'
import { fileAddress } from '../records/address.ts'
import type { Unsettled } from '../state/state.ts'
import { type ApplyContext, placesOf } from './apply-context.ts'
import type { ApplyInput } from './apply-input.ts'
import { evenIfStopped } from './answer.ts'
import { changesOfRun } from './changes-of-run.ts'
import { later } from './clock.ts'
import { compensate } from './compensate.ts'
import { type EndedRoot, openEndedRoots } from './ended-roots.ts'
import { type OperationFailure, type Run, stageLoads, type StepResult } from './events.ts'
import { type FileOperations, openFileOperations } from './file-operations.ts'
import { holdLease, type HeldLease, processHolder } from './hold-lease.ts'
import { type Journal, openJournal } from './journal.ts'
import { openLanes } from './lanes.ts'
import { openFiles } from './open-files.ts'
import { type ListedFiles, openListedFiles } from './listed-files.ts'
import { openLateWrites, settleEarlierRuns } from './late-writes.ts'
import { performFile } from './perform-file.ts'
import { type Ended, performStep } from './perform-step.ts'
import { refuseChanged } from './refuse-changed.ts'
import { runSteps } from './run-steps.ts'
import { openSlots } from './slots.ts'
import { watchRefusals } from './same-refusal.ts'
import { countChanges, type StartedRun, startRun } from './start-run.ts'
import { isSuccess, stepResult } from './step-result.ts'
import { faultText } from './verify-roots.ts'

/**
 * Carries out a plan (design.md section 6): in plan order, independent steps concurrently, under the lease of the store. Each root is
 * read before the first write to it and refused where it has changed since the plan was created; what is done already is recognised, so
 * that the same plan can be applied again after any interruption. The intent of a request is on disk before it is sent. What fails
 * blocks only what depends on it. Rejects with `lease-held` before anything is sent, and with `plan-stale` where `strict` finds a change.
 */
export async function applyPlan(input: ApplyInput): Promise<Run> {
  const { plan, store, state, runId, stop, onEvent, clock } = input
  const storeName = storeNameInState(store)
  const acquired = holdLease(state, { store: storeName, holder: input.holder ?? processHolder(), clock })
  // The plan is indexed while the lease is synced to the disk: in the turn after its commit.
  const indexed = nextTurn().then(() => indexOperations(plan))
  indexed.catch(() => undefined)
  const lease = await acquired
  const announceStop = (): void => {
    onEvent({ type: 'stopping' })
    store.pace.dropWaiting()
  }
  const unwatch = reportSlower(input)
  if (stop.aborted) announceStop()
  else stop.addEventListener('abort', announceStop, { once: true })
  let journal: Journal | null = null
  try {
    const index = await indexed
    // A read commits what was called before it: the start of the run comes after, with the first starts of its requests.
    const unsettled = await state.unsettled(storeName)
    const listed = openListedFiles(store, 'uploaded')
    // Files are listed when nothing of an earlier run can write them any more; the request goes out before the plan is compressed.
    if (unsettled.length === 0) listed.begin(plan.steps.find((step) => step.kind === 'put-file')?.path)
    await nextTurn()
    const started = await startRun(input, storeName, lease)
    const files = openFileOperations(index)
    const { settleMs } = input.limits
    journal = openJournal({
      ...input,
      ...started,
      lease,
      index,
      files,
      settleMs,
      reserve: (until) => store.pace.reserve(until),
      steps: plan.steps,
    })
    // With nothing to wait for, the first starts are committed with the run.
    if (unsettled.length === 0 && input.strict !== true && !stop.aborted) journal.startAhead()
    await started.recorded
    onEvent({ type: 'run-started', runId, planHash: plan.planHash, changes: countChanges(plan.changes), stages: stageLoads(plan.steps) })
    const run = await runPlan(input, { ...started, lease, journal, index, files, listed, storeName, unsettled })
    // A run that lost its lease, or whose process died, does not go on after a later one: the lease is held here.
    const end = { outcome: run.outcome, at: later(clock, 0), outcomeOfEarlier: 'superseded' }
    // One commit, in this order. Where the lease is lost or the state cannot be written, the run is not ended either.
    await Promise.all([journal.finish(), state.endRun(runId, lease.fence, end), lease.release()])
    onEvent({ type: 'run-ended', run })
    return run
  } finally {
    // Where the state itself failed, this fails too, and the first error is the one to report.
    await journal?.finish().catch(() => undefined)
    await lease.release().catch(() => undefined)
    unwatch()
    stop.removeEventListener('abort', announceStop)
  }
}

/** Reports each new lowest number of requests at the same time; returns how to stop that. */
function reportSlower({ store, onEvent }: ApplyInput): () => void {
  let lowest = Number.POSITIVE_INFINITY
  return store.pace.onSlower(({ reason, limit }) => {
    if (limit >= lowest) return
    lowest = limit
    onEvent({ type: 'slower', reason, limit })
  })
}

interface RunFrame extends Pick<StartedRun, 'done'> {
  readonly lease: HeldLease
  readonly journal: Journal
  readonly index: OperationIndex
  readonly files: FileOperations
  readonly listed: ListedFiles
  readonly storeName: string
  /** The requests of earlier runs that may still take effect. */
  readonly unsettled: readonly Unsettled[]
}

/** What the parts of the run share. */
function contextOf(
  input: ApplyInput,
  { lease, journal, index, files, listed, done }: RunFrame,
  { refusals, placeOf }: Pick<ApplyContext, 'refusals' | 'placeOf'>,
): ApplyContext {
  const { store, stop, onEvent, clock, limits } = input
  const late = openLateWrites({ journal, settleMs: limits.settleMs, clock, stop, onEvent })
  return {
    index,
    store,
    lanes: openLanes(index, { store, done }),
    files,
    ...openFiles(input, { index, lease, journal, listed }),
    journal,
    late,
    refusals,
    clock,
    slots: openSlots((kind) => Math.min(limits.concurrency, store.pace.limit(kind))),
    stop,
    settleMs: limits.settleMs,
    placeOf,
    onEvent,
  }
}

async function runPlan(input: ApplyInput, frame: RunFrame): Promise<Run> {
  const { plan, runId, stop, onEvent } = input
  const { lease, storeName, unsettled } = frame
  const failures: OperationFailure[] = []
  const refusals = watchRefusals(plan.steps, (step, failure) => {
    onEvent({ type: 'operation-failed', step, failure })
    failures.push(failure)
  })
  const placeOf = placesOf(plan)
  const context = contextOf(input, frame, { refusals, placeOf })
  const { index, late } = context
  await settleEarlierRuns(unsettled, context, input.endedBy)
  if (input.strict === true) await refuseChanged(context)

  const endedRoots = openEndedRoots(plan.steps, context)
  // What was refused because the store has changed, of all that could be tried.
  const tried = { all: 0, moved: 0 }
  const operations = { done: new Map<string, string>(), satisfied: new Map<string, string>() }
  const endRoots = async (over: readonly EndedRoot[]): Promise<void> => {
    failures.push(...over.flatMap(({ failure }) => failureOf(failure, placeOf)))
    await saveBase(over, input, { lease, storeName })
  }
  const results = await runSteps(plan.steps, {
    slots: context.slots,
    stop,
    needsOf: ({ id }) => index.needs.get(id) ?? [],
    begin: (step) => refusals.beginStep(step),
    perform: async (step, failed) => {
      onEvent({ type: 'step-started', step })
      const ended = await (isFileStep(step) ? performFile : performStep)(step, failed, context)
      const { items, ...result } = stepResult(step, ended)
      const parts = isSuccess(result.outcome) ? [] : ended
      const failedParts = parts.flatMap((each) => failureOf(each, placeOf).map((failure) => ({ failure, refusal: each.refusal })))
      refusals.endStep(step, failedParts)
      for (const { operation, outcome, hasMoved } of ended) {
        if (outcome !== 'blocked') tried.all += 1
        if (hasMoved) tried.moved += 1
        if (operation && (outcome === 'done' || outcome === 'satisfied')) operations[outcome].set(operation.id, operation.address)
      }
      const over = endedRoots.endStep(step, ended)
      if (over) await endRoots(await over)
      onEvent({ type: 'step-ended', step, outcome: result.outcome, message: result.message, items })
      return { ended, result }
    },
  })
  refusals.endRun()
  // The last results are on their way to the disk while the files are listed.
  frame.journal.flush()
  if (!stop.aborted) await endRoots(await endedRoots.finish())
  const notes = await compensate(context.lanes.unfinished(), context)
  failures.push(...(await confirmFiles(context, placeOf)))
  await late.settle()
  const hasMoved = tried.all > 0 && tried.moved === tried.all
  const isCut = endedRoots.isCut() || results.length < plan.steps.length
  const outcome = isCut ? 'interrupted' : outcomeOf(results, { failures, hasMoved })
  const rewrites = endedRoots.rewrites()
  const changes = changesOfRun(plan, operations, outcome === 'done')
  const written = new Set(operations.done.values()).size
  return { id: runId, planHash: plan.planHash, outcome, steps: results, written, changes, failures, rewrites, notes }
}

/** The most records of the catalogue that are unpacked at once to be recorded as applied: a step can end a thousand roots. */
const mostUnpacked = 50

/** Records what was applied of roots whose changes are all made and were read back. */
async function saveBase(
  over: readonly EndedRoot[],
  { plan, baseOf, state, clock }: ApplyInput,
  { lease, storeName }: Pick<RunFrame, 'lease' | 'storeName'>,
): Promise<void> {
  if (!baseOf) return
  const { catalogue } = plan.madeFrom
  const roots = over.filter(({ failure }) => failure === null)
  const saved: Promise<void>[] = []
  for (let at = 0; at < roots.length; at += mostUnpacked) {
    const part = roots.slice(at, at + mostUnpacked)
    const ends = (await Promise.all(part.map(({ root, rewritten }) => baseOf(root, rewritten)))).filter((end) => end !== null)
    if (ends.length === 0) continue
    const applied = ends.flatMap((end) => ('applied' in end ? [end.applied] : []))
    const forgotten = ends.flatMap((end) => ('forgotten' in end ? [end.forgotten] : []))
    const write = state.saveBase(storeName, lease.fence, { at: later(clock, 0), applied, forgotten, catalogue })
    // The wait below reports a failure.
    write.catch(() => undefined)
    saved.push(write)
  }
  await Promise.all(saved)
}

/** The uploads that the store does not have as they were sent, and the files that it still has after their deletion. */
async function confirmFiles({ uploads, removals }: ApplyContext, placeOf: PlaceOf): Promise<readonly OperationFailure[]> {
  try {
    const problems = await evenIfStopped(async () => [...(await uploads.confirm()), ...(await removals.confirm())])
    return problems.map(([path, message]) => ({
      address: fileAddress(path),
      outcome: 'failed',
      message,
      source: placeOf(fileAddress(path)),
    }))
  } catch (error) {
    return [{ address: 'files', outcome: 'unknown', message: `The files could not be confirmed. ${faultText(error)}`, source: null }]
  }
}

type PlaceOf = ApplyContext['placeOf']

function failureOf(ended: Ended | null, placeOf: PlaceOf): OperationFailure[] {
  if (ended?.outcome !== 'failed' && ended?.outcome !== 'unknown') return []
  const { address, root, outcome, message } = ended
  return [{ address, outcome, message: message ?? 'no reason given', source: placeOf(address) ?? placeOf(root) }]
}

/** The outcome of a run that went to its end. */
function outcomeOf(
  results: readonly StepResult[],
  { failures, hasMoved }: { readonly failures: readonly OperationFailure[]; readonly hasMoved: boolean },
): Run['outcome'] {
  if (hasMoved) return 'moved'
  return failures.length === 0 && results.every(({ outcome }) => isSuccess(outcome)) ? 'done' : 'partial'
}
