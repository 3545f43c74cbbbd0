import type { Change, FileChange } from '../diff/change.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import type { LookAlike } from '../diff/look-alikes.ts'
import { movesOf } from '../diff/moves.ts'
import { diffFiles } from '../diff/diff-files.ts'
import { joinedChanges } from '../diff/packed-changes.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { presentFiles } from '../live/present-files.ts'
import { scopeOf } from '../live/scope-of.ts'
import { storeIdentity, storeNameInState } from '../live/store-names.ts'
import { evaluateGuards } from '../plan/guards/evaluate-guards.ts'
import { fileRemoval, withoutNamedFiles } from '../plan/leaving-files.ts'
import { makePlan } from '../plan/make-plan.ts'
import { defaultLimits, type PlanLimits } from '../plan/plan-limits.ts'
import type { Plan, PlannedAddress, PlanOrigin } from '../plan/plan.ts'
import { proposeMoves } from '../plan/proposed-moves.ts'
import type { Selection } from '../plan/selection.ts'
import { addressOf } from '../records/address.ts'
import { writesResource } from '../plan/writes-resource.ts'
import { type BaseRecords, emptyBase } from '../records/base-record.ts'
import type { Definition } from '../records/definition.ts'
import type { DesiredSources } from '../records/desired.ts'
import type { EqualRecords } from '../records/equal-records.ts'
import { guardDefaults, type GuardLimits } from '../records/guard-limits.ts'
import { isUnfinished, nothingUnfinished, type Unfinished } from '../diff/unfinished.ts'
import { manageDefaults, type ManageSettings } from '../records/manage-settings.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import { onFirstUse } from '../source/on-first-use.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { sealWebhooks } from '../live/sealed-webhooks.ts'
import type { ResolveWebhook } from '../records/webhook-address.ts'
import { withCellPlaces } from './cell-places.ts'
import { type Compared, compareRecords, type Comparison } from './compare-records.ts'
import { planWebhooks } from './compare-webhooks.ts'
import { guardFacts } from './guard-facts.ts'
import { unfinishedRuns } from './unfinished-runs.ts'
import { onPlanCount, openPlanProgress } from './plan-progress.ts'
import { type PlannedPart, plannedPart } from './planned-part.ts'
import { promotionWarnings } from './promotion-warnings.ts'
import type { OnProgress } from './progress.ts'
import { type LimitedPlan, limitPlan, selectedRoots, type PlannedSelection, type WholePlan } from './limit-plan.ts'
import { type LeavingFiles, leavingFiles, type OwnPicture } from './leaving-files.ts'
import { stateBase } from './state-base.ts'

/** What was last applied, from elsewhere than the state. */
export interface GivenBase {
  readonly records: BaseRecords
  /** Where it is from, such as a commit. */
  readonly from: string
  /** The pictures that were applied; default: none. */
  readonly files?: readonly OwnPicture[]
}

/** A catalogue, and the store to compare it with. */
export interface PlanInput {
  readonly desired: DesiredSources
  /** sha256 over what the catalogue means. */
  readonly contentHash: string
  readonly store: StoreClient
  readonly state: State
  readonly locate: (span: SourceSpan) => SourcePlace
  readonly definitionOf?: (span: SourceSpan) => Definition | null
  readonly notices: readonly string[]
  readonly now: () => Date
  /** What was last applied; default: what the state has of the store. */
  readonly base?: GivenBase
  /** What the plan is limited to; default: nothing. */
  readonly selection?: PlannedSelection
  /** Default: `manageDefaults`. */
  readonly manage?: ManageSettings
  /** The limits of the guards; default: those of `guardDefaults`. */
  readonly guards?: GuardLimits
  /** Warns of promotions whose price before is above the lowest one of the last 30 days, in this time zone; default: no warning. */
  readonly price30d?: { readonly timezone: string } | null
  /** The addresses of webhooks; default: as they are written. */
  readonly resolveWebhook?: ResolveWebhook
  readonly engineVersion: string
  /** Limits that are absent have the defaults of `plan/plan-limits.ts`. */
  readonly limits: Partial<PlanLimits>
  /** True where nothing is shown to shoppers before everything was checked; default false. */
  readonly barrier?: boolean
  /** See `PlanContext`; default false. */
  readonly derivesRecords?: boolean | undefined
  /** See `DiffContext`; default: nothing is packed. */
  readonly packsAfter?: number | undefined
  /** See `PlanOptions`. */
  readonly equal?: EqualRecords | undefined
  readonly onProgress?: OnProgress
}

/**
 * Plans a catalogue against a store as it is now: reads everything that is managed in one pass per root resource, checks
 * that the read is complete, compares, and orders the steps. Writes nothing to the store.
 * Throws `store-incomplete` when the read cannot be proved complete, `store-fault` where the store's VariantOptions differ (W40), and
 * `variable-missing` where the address of a webhook needs a variable that is not set.
 */
export async function planLive(input: PlanInput): Promise<Plan> {
  const { desired, store, selection } = input
  const { base, names } = await lastApplied(input)
  const part = selection?.changed && (await plannedPart(selection.changed.addresses, { desired, base, store }))
  const ofWebhooks = part && !part.resources.has('Webhooks') ? emptyBase : base
  const webhooks = await planWebhooks({ ...input, desired: part?.desired ?? desired, base: ofWebhooks })
  const unfinished = await unfinishedWork(input)
  return planSealed({ ...input, store: sealWebhooks(store, webhooks.known) }, { base, webhooks, part, names, unfinished })
}

/** With `drift: overwrite`, the plan is the same without it. */
async function unfinishedWork({ store, state, manage = manageDefaults }: PlanInput): Promise<Unfinished | undefined> {
  return manage.drift === 'overwrite' ? undefined : unfinishedRuns(store, state)
}

interface Planned extends Pick<Comparison, 'base' | 'webhooks' | 'unfinished'> {
  readonly part: PlannedPart | undefined
  readonly names: BaseNames
}

/** What the plan names as its base, by what the comparison knows of it. */
type BaseNames = Readonly<Record<Compared['base'], string>>

async function lastApplied({ base, state, store }: PlanInput): Promise<{ readonly base: BaseRecords; readonly names: BaseNames }> {
  if (base) return { base: base.records, names: { known: base.from, unknown: 'unknown', none: 'none' } }
  const own = await stateBase(state, store)
  const without = own.isForeign ? { unknown: 'foreign', none: 'foreign' } : { unknown: 'unknown', none: 'none' }
  return { base: own, names: { known: 'state', ...without } }
}

async function planSealed(input: PlanInput, planned: Planned): Promise<Plan> {
  const plan = makePlan(await compared(input, planned))
  if (writesResource(plan.steps, 'VariantOptions')) await checkVariantOptions(input.store)
  return plan
}

/** What differs, as the input of a plan: when it is made, nothing else refers to the changes. */
async function compared(input: PlanInput, { base, webhooks, part, names, unfinished }: Planned): Promise<Parameters<typeof makePlan>[0]> {
  const { desired, contentHash, store, notices, engineVersion, limits, now, onProgress } = input
  const { capabilities } = store
  onProgress?.({ kind: 'reading-store', resource: 'Product', records: 0 })
  const sides = { store, desired: part?.desired ?? desired }
  const comparison = comparisonOf(input, { base, webhooks, part, unfinished })
  const { progress } = comparison
  const [{ records, notices: ofStore, certificate, places, untouched: all, base: knowledge, alike, replaced }, files, gone] =
    await Promise.all([compareRecords(sides, comparison), fileChanges({ ...input, ...sides }, comparison), filesGone(input, comparison)])
  progress.compared()
  const { changes, untouched, selection } = withoutNamed(
    limited(input.selection, {
      desired,
      base,
      changes: joinedChanges([records, files.changes, gone.leaving.map(fileRemoval)]),
      untouched: { ...all, drift: [...all.drift, ...files.kept], files: gone.stay },
    }),
    gone,
    capabilities,
  )
  onProgress?.({ kind: 'guards', changes: changes.length })
  const facts = await guardFacts(input, { changes, places, certificate, replaced, isPart: part !== undefined, unfinished })
  const guards = evaluateGuards(changes, input.guards ?? guardDefaults, facts)
  onProgress?.({ kind: 'planning', changes: changes.length, steps: 0 })
  const onCount = onPlanCount(onProgress, changes.length)
  return {
    ...(onCount && { onCount }),
    changes,
    madeFrom: {
      catalogue: contentHash,
      store: storeIdentity(store),
      capabilities,
      certificate,
      ...addressesIn(webhooks.addresses, selection, desired),
    },
    notices: [...notices, ...ofStore],
    base: names[knowledge],
    untouched,
    selection,
    proposal: proposeMoves(alike.filter(isIn(changes))),
    guards: withCellPlaces(guards, { changes, desired, locate: input.locate }),
    warnings: await warningsOf(changes, input),
    limits: limitsOf(limits),
    barrier: input.barrier,
    derivesRecords: input.derivesRecords,
    engineVersion,
    madeAt: now().toISOString(),
  }
}

function comparisonOf(input: PlanInput, { base, webhooks, part, unfinished }: Omit<Planned, 'names'>): Comparison {
  const { desired, store, onProgress, equal, manage = manageDefaults } = input
  // The same fields and rows are read for a part as for the whole catalogue: guards need them.
  const scopes = scopeOf(desired, store.capabilities, base).filter(({ resource }) => part?.resources.has(resource) ?? true)
  const progress = openPlanProgress(onProgress)
  return { context: contextOf(input, base), progress, scopes, base, manage, unfinished, webhooks, part, equal: part ? undefined : equal }
}

async function warningsOf(changes: readonly Change[], { store, state, now, price30d }: PlanInput): Promise<readonly string[]> {
  return price30d ? promotionWarnings(changes, { store, state, now: now(), timezone: price30d.timezone }) : []
}

function contextOf({ store, locate, definitionOf, desired, packsAfter }: PlanInput, base: BaseRecords): DiffContext {
  return {
    capabilities: store.capabilities,
    locate: (span) => locate(span),
    ...(definitionOf && { definitionOf }),
    base,
    moves: movesOf(desired),
    ...(packsAfter !== undefined && { packsAfter }),
  }
}

/** The addresses of the webhooks that a plan is about. */
function addressesIn(
  addresses: readonly PlannedAddress[],
  selection: Selection | undefined,
  desired: DesiredSources,
): Pick<PlanOrigin, 'webhooks'> {
  const isSelected = selection ? selectedRoots(selection, desired) : () => true
  const own = addresses.filter(({ name, url }) => isSelected(addressOf('Webhooks', { name, url })))
  return own.length === 0 ? {} : { webhooks: own }
}

/** Whether the new record of a pair is in the plan. */
function isIn(changes: readonly Change[]): (pair: LookAlike) => boolean {
  const addresses = onFirstUse(() => new Set(changes.map(({ address }) => address)))
  return ({ record }) => addresses().has(addressOf(record.resource, record.fields))
}

function limited(selection: PlannedSelection | undefined, whole: WholePlan): LimitedPlan {
  return selection ? limitPlan(selection, whole) : whole
}

function withoutNamed(plan: LimitedPlan, { leaving }: LeavingFiles, capabilities: Capabilities): LimitedPlan {
  const { changes, files } = withoutNamedFiles(plan.changes, leaving, capabilities)
  return { ...plan, changes, untouched: { ...plan.untouched, files: [...plan.untouched.files, ...files] } }
}

function filesGone({ desired, store, state, base, selection }: PlanInput, { manage, progress }: Comparison): Promise<LeavingFiles> {
  return leavingFiles({
    wanted: desired.files,
    store,
    files: store.files && progress.ofFiles(store.files),
    state,
    applied: base ? (base.files ?? []) : undefined,
    way: manage.prune.files,
    addresses: selection?.changed && new Set(selection.changed.addresses),
  })
}

interface KeptFiles {
  readonly changes: readonly FileChange[]
  readonly kept: readonly FileChange[]
}

function limitsOf(given: Partial<PlanLimits>): PlanLimits {
  return {
    recordsPerRequest: given.recordsPerRequest ?? defaultLimits.recordsPerRequest,
    bodyBytes: given.bodyBytes ?? defaultLimits.bodyBytes,
    skusPerDelete: given.skusPerDelete ?? defaultLimits.skusPerDelete,
    targetBytes: given.targetBytes ?? defaultLimits.targetBytes,
  }
}

/** The pictures that differ; with `drift: keep`, those that only the store has changed are kept. */
async function fileChanges(
  { desired, store, state, base }: PlanInput,
  { context, progress, manage, unfinished }: Pick<Comparison, 'context' | 'progress' | 'manage' | 'unfinished'>,
): Promise<KeptFiles> {
  if (!store.files) return { changes: diffFiles(desired.files, [], context), kept: [] }
  const applied = base ? (base.files ?? []) : (await state.ownFiles(storeNameInState(store))).values()
  const own = new Map(Iterator.from(applied).map((file) => [file.path, file]))
  const present = await presentFiles(desired.files, { store, files: progress.ofFiles(store.files), state, own })
  return keepFiles(diffFiles(desired.files, present, { ...context, own }), { manage, unfinished })
}

function keepFiles(
  all: readonly FileChange[],
  { manage, unfinished = nothingUnfinished }: Pick<Comparison, 'manage' | 'unfinished'>,
): KeptFiles {
  const isKept = (change: FileChange): boolean => manage.drift === 'keep' && change.origin === 'store' && !isUnfinished(unfinished, change)
  return { changes: all.filter((change) => !isKept(change)), kept: all.filter(isKept) }
}
