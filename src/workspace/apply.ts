import type { ApplyInput } from '../apply/apply-input.ts'
import { applyPlan } from '../apply/apply-plan.ts'
import { type RunClock, systemClock } from '../apply/clock.ts'
import type { ApplyEvent, Run } from '../apply/events.ts'
import { invariant } from '../errors.ts'
import type { CatalogueSources } from '../catalogue/catalogue.ts'
import { sealWebhooks } from '../live/sealed-webhooks.ts'
import type { Override } from '../plan/guards/override.ts'
import { planAge } from '../plan/guards/plan-age.ts'
import type { Plan } from '../plan/plan.ts'
import type { State } from '../state/state.ts'
import { checkNumber } from '../source/check-number.ts'
import { mostAtOnce } from '../store/request-limit.ts'
import type { StoreClient } from '../store/store-client.ts'
import { type AppliedBase, appliedBase } from './applied-base.ts'
import { checkGiven } from './check-given.ts'
import { refuseOtherStore } from './check-saved-plan.ts'
import type { LoadedConfig } from './load-config.ts'
import { observeRun } from './observe-run.ts'
import type { PlannedCatalogue } from './plan.ts'
import { pruneAfterRun } from './prune-state.ts'
import { recordUnchanged } from './record-unchanged.ts'
import { restoredBase } from './restored-base.ts'
import type { GivenBase } from './plan-live.ts'
import type { OnProgress } from './progress.ts'
import { joinedBase, stateBase } from './state-base.ts'
import { guardsStopped, stoppingGuards } from './stopping-guards.ts'
import { refuseOtherAddresses, resolveAsWritten, webhooksOfPlan } from './webhook-addresses.ts'
import { withState } from './with-state.ts'

/** The parts of a catalogue that an apply needs. */
export type AppliedCatalogue = Pick<PlannedCatalogue, 'root' | 'config' | 'desired' | 'contentHash'> & {
  readonly sources: Pick<CatalogueSources, 'readPicture' | 'locate' | 'resolveWebhook'>
}

/** What to apply; `plan`, `catalogue` and `store` are required. */
export interface ApplyOptions {
  readonly plan: Plan
  /**
   * The catalogue that the plan was made from: its pictures are read and the addresses of webhooks resolved when they are sent, and its
   * records become the base. For the plan of an undo its config is enough.
   */
  readonly catalogue: AppliedCatalogue | LoadedConfig
  readonly store: StoreClient
  /** Where the run is recorded, before each request goes out; default: the state file that the config names, open for this call. */
  readonly state?: State
  /** The time, and how to wait; default: the clock of the machine. */
  readonly clock?: RunClock
  /** What was applied before where the state does not have it; default: nothing. */
  readonly base?: GivenBase
  /**
   * The name of the run in the state; default: its start and four random digits, such as `20261120-070512-3f9a`. With the name of an earlier
   * run of the same plan, that run goes on.
   */
  readonly runId?: string
  /** When it is aborted, no further step is started and requests in flight finish; default: never. */
  readonly stop?: AbortSignal
  /** Called for each event. Where it throws, the run ends as after `stop`, nothing more is reported, and `apply` rejects with that error. */
  readonly onEvent?: (event: ApplyEvent) => void
  /** Reads every record before the first write, and writes nothing where one has changed since the plan was created; default false. */
  readonly strict?: boolean
  /** When no earlier run of the store was at work any more: the wait for its last requests begins then; default: now. */
  readonly endedBy?: Date | undefined
  /** The guards that may not stop exactly this plan; default: none. They are recorded with the run. */
  readonly overrides?: readonly Override[]
  /** `concurrency`: requests at the same time, at most, and fewer while the store does not keep up; `settleMs`: how long a write whose answer was lost can still take effect; default: `limits` of the config. */
  readonly limits?: { readonly concurrency?: number; readonly settleMs?: number }
}

/**
 * Carries out the steps of a plan in their order, independent ones at the same time, and records each in the state. A step that
 * fails blocks the steps that need it, not the others: the outcome of the run is then `partial`. Plan again to see what is left.
 *
 * It applies the plan as it is; check one that comes from a file with `checkSavedPlan` first. A record that has changed in the store since
 * the plan was created is refused, and the others go on; where all have, the outcome is `moved` and nothing was written. What is done
 * already is `satisfied`. Throws `plan-stale` for a plan that was made for another store, and with `strict` where a record has changed, and
 * `guard-stopped` for a plan that a guard stops, before anything is sent. So are `variable-missing` and `plan-stale` for a webhook whose
 * address is not known here, or not the one that the plan was made with, and `wrong-usage` for the `runId` of a run of another plan.
 *
 * @example
 * const made = await plan({ catalogue, store })
 * const run = await apply({ plan: made, catalogue, store })
 * if (run.outcome !== 'done') console.log(run.steps.filter(({ outcome }) => outcome === 'failed'))
 */
export async function apply(options: ApplyOptions): Promise<Run> {
  checkGiven(options, ['plan', 'catalogue', 'store'])
  const { plan, catalogue, store, clock = systemClock } = options
  refuseOtherStore(plan, store)
  const limits = limitsOf(options)
  const resolve = 'sources' in catalogue ? catalogue.sources.resolveWebhook : resolveAsWritten
  refuseOtherAddresses(plan, resolve)
  const sealed = sealWebhooks(store, webhooksOfPlan(plan, resolve))
  const { onEvent, stop, rethrow } = observeRun(options)
  return withState(options, async (state) => {
    const overrides = await refuseStopped(options, { state, now: clock.now() })
    const applied = await openBase(options, state)
    const baseOf = applied?.of ?? (await restoredBase(plan, { store, state }))
    const run = await applyPlan({
      plan,
      store: sealed,
      state,
      readPicture: picturesOf(catalogue),
      clock,
      runId: options.runId ?? runIdOf(clock.now(), globalThis.crypto.randomUUID()),
      stop,
      onEvent,
      strict: options.strict ?? false,
      limits,
      overrides,
      endedBy: options.endedBy,
      ...(baseOf && { baseOf }),
    })
    const onSaved = (records: number): void => onEvent({ type: 'recording', records })
    if (applied) await recordUnchanged({ plan, applied, store, state, clock, onSaved, isDone: run.outcome === 'done' })
    await pruneAfterRun(state, catalogue.config.retention, clock.now())
    rethrow()
    return run
  })
}

function limitsOf({ catalogue: { config }, limits }: Pick<ApplyOptions, 'catalogue' | 'limits'>): ApplyInput['limits'] {
  const { concurrency = config.limits.concurrency ?? mostAtOnce, settleMs = config.limits.settleMs } = limits ?? {}
  checkNumber('limits.concurrency', concurrency, { least: 1 })
  checkNumber('limits.settleMs', settleMs, { least: 0 })
  return { concurrency, settleMs }
}

/** The pictures of a catalogue; a config alone has none. */
function picturesOf(catalogue: ApplyOptions['catalogue']): ApplyInput['readPicture'] {
  return async (from, sha256, memory) => {
    invariant('sources' in catalogue, 'the plan of a catalogue is applied with its config only')
    return catalogue.sources.readPicture(from, sha256, memory)
  }
}

/** Adopts what a plan without steps found equal, as `apply` does. */
export function adoptEqual(
  options: Pick<ApplyOptions, 'plan' | 'catalogue' | 'store' | 'state' | 'clock'> & { readonly onProgress?: OnProgress },
): Promise<void> {
  const { plan, store, clock = systemClock, onProgress } = options
  const onSaved = (records: number): void => onProgress?.({ kind: 'recording', records })
  return withState(options, async (state) => {
    const applied = await openBase(options, state)
    if (applied) await recordUnchanged({ plan, applied, store, state, clock, onSaved, isDone: true })
  })
}

/** The base after the apply; `null` for a plan of another catalogue and for an undo, whose catalogue does not say what was applied. */
async function openBase(
  { plan, catalogue, store, base: given }: Pick<ApplyOptions, 'plan' | 'catalogue' | 'store' | 'base'>,
  state: State,
): Promise<AppliedBase | null> {
  const isOfCatalogue = plan.madeFrom.undoes === undefined && 'contentHash' in catalogue
  if (!isOfCatalogue || plan.madeFrom.catalogue !== catalogue.contentHash) return null
  const { desired, sources } = catalogue
  const { resolveWebhook } = sources
  const own = await stateBase(state, store)
  const base = given ? joinedBase(own, given.records) : own
  return appliedBase({ plan, desired, base, locate: (span) => sources.locate(span), resolveWebhook })
}

/** Throws `guard-stopped`; the names of the guards that are overridden. What a run was started with holds when it goes on. */
async function refuseStopped(
  { plan, catalogue, runId, overrides = [] }: ApplyOptions,
  { state, now }: { readonly state: State; readonly now: Date },
): Promise<readonly string[]> {
  const run = runId === undefined ? null : await state.runOf(runId)
  const earlier = run?.planHash === plan.planHash ? run.overrides : []
  const age = run === null ? planAge(plan.madeAt, catalogue.config.guards, now) : []
  const results = [...plan.guards, ...age].filter(({ guard }) => !earlier.includes(guard))
  const stops = stoppingGuards(plan, results, overrides)
  if (stops.length > 0 && plan.steps.length > 0) throw guardsStopped(plan, stops)
  return overrides.map(({ guard }) => guard)
}

/** Sorts by time, and two runs of one second differ: `20261120-070512-3f9a`. */
export function runIdOf(now: Date, random: string): string {
  const at = now.toISOString()
  return `${at.slice(0, 10).replaceAll('-', '')}-${at.slice(11, 19).replaceAll(':', '')}-${random.slice(0, 4)}`
}
