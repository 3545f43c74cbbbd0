import { OperationalError } from '../errors.ts'
import type { Change, RootedChange } from '../diff/change.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { diffFiles } from '../diff/diff-files.ts'
import { diffStore, type LiveRoots } from '../diff/diff-store.ts'
import { createdKeys, withLeftOvers } from '../diff/left-overs.ts'
import { evaluateGuards } from '../plan/guards/evaluate-guards.ts'
import { makePlan } from '../plan/make-plan.ts'
import { defaultLimits, type PlanLimits } from '../plan/plan-limits.ts'
import type { Plan } from '../plan/plan.ts'
import type { CertificateLine } from '../records/certificate.ts'
import type { DesiredSources } from '../records/desired.ts'
import { guardDefaults, type GuardLimits } from '../records/guard-limits.ts'
import { scopeOf } from '../live/scope-of.ts'
import type { Scope } from '../records/scope.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { certifyRead } from '../live/certify-read.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { writesResource } from '../plan/writes-resource.ts'
import { openPlaceCount } from '../live/place-count.ts'
import { presentFiles } from '../live/present-files.ts'
import { orphanNotices } from '../live/orphan-names.ts'
import { readLeftOvers } from '../live/read-left-overs.ts'
import { openTally } from '../live/read-tally.ts'
import { openRowOwners } from '../live/row-owners.ts'
import { storeIdentity } from '../live/store-names.ts'
import { guardFacts } from './guard-facts.ts'
import { onPlanCount, openPlanProgress, type PlanProgress } from './plan-progress.ts'
import type { OnProgress } from './progress.ts'

/** A catalogue, and the store to compare it with. */
export interface PlanInput {
  readonly desired: DesiredSources
  /** sha256 over what the catalogue means. */
  readonly contentHash: string
  readonly store: StoreClient
  readonly state: State
  readonly locate: (span: SourceSpan) => SourcePlace
  readonly notices: readonly string[]
  readonly now: () => Date
  /** The limits of the guards; default: those of `guardDefaults`. */
  readonly guards?: GuardLimits
  readonly engineVersion: string
  /** Limits that are absent have the defaults of `plan/plan-limits.ts`. */
  readonly limits: Partial<PlanLimits>
  /** True where nothing is shown to shoppers before everything was checked; default false. */
  readonly barrier?: boolean
  readonly onProgress?: OnProgress
}

/**
 * Plans a catalogue against a store as it is now: reads everything that is managed in one pass per root resource, checks
 * that the read is complete, compares, and orders the steps (design.md section 5). Writes nothing to the store.
 * Throws `store-incomplete` when the read cannot be proved complete, `store-fault` where the store's VariantOptions differ (W40).
 */
export async function planLive(input: PlanInput): Promise<Plan> {
  const { desired, contentHash, store, notices, engineVersion, limits, now } = input
  const { capabilities } = store
  const context: DiffContext = { capabilities, locate: (span) => input.locate(span) }
  const { onProgress } = input
  onProgress?.({ kind: 'reading-store', resource: 'Product', records: 0 })
  const scopes = scopeOf(desired, capabilities)
  const progress = openPlanProgress(onProgress)
  const comparison: Comparison = { context, progress, scopes }
  const [{ records, notices: ofStore, certificate, places }, files] = await Promise.all([
    compareRecords(input, comparison),
    fileChanges(input, comparison),
  ])
  progress.compared()
  const changes = [...records, ...files]
  onProgress?.({ kind: 'planning', changes: changes.length, steps: 0 })
  const onCount = onPlanCount(onProgress, changes.length)
  const plan = makePlan({
    ...(onCount && { onCount }),
    changes,
    madeFrom: { catalogue: contentHash, store: storeIdentity(store), capabilities, certificate },
    notices: [...notices, ...ofStore],
    guards: evaluateGuards(changes, input.guards ?? guardDefaults, await guardFacts(input, { changes, places, certificate })),
    limits: {
      recordsPerRequest: limits.recordsPerRequest ?? defaultLimits.recordsPerRequest,
      bodyBytes: limits.bodyBytes ?? defaultLimits.bodyBytes,
      skusPerDelete: limits.skusPerDelete ?? defaultLimits.skusPerDelete,
      targetBytes: limits.targetBytes ?? defaultLimits.targetBytes,
    },
    barrier: input.barrier ?? false,
    engineVersion,
    madeAt: now().toISOString(),
  })
  if (writesResource(plan.steps, 'VariantOptions')) await checkVariantOptions(store)
  return plan
}

/** A store with other names for the assumed fields of VariantOptions refuses to read them too: the error then names both sides (W40). */
async function explainRefusal(error: unknown, { scopes, store }: { scopes: readonly Scope[]; store: StoreClient }): Promise<never> {
  const readsThem = (scope: Scope): boolean => scope.resource === 'VariantOptions' || scope.children.some(readsThem)
  const isFieldRefused = error instanceof OperationalError && error.context['status'] === 406
  if (isFieldRefused && scopes.some(readsThem)) await checkVariantOptions(store)
  throw error
}

interface Comparison {
  readonly context: DiffContext
  readonly progress: PlanProgress
  readonly scopes: readonly Scope[]
}

/** The changes of a store, what there is to say about it, and the certificate of the read. */
interface Compared {
  readonly records: readonly RootedChange[]
  readonly notices: readonly string[]
  readonly certificate: readonly CertificateLine[]
  /** The number of products in each category, by its code. */
  readonly places: ReadonlyMap<string, number>
}

/** A read that is not complete is made once more: the store may have changed meanwhile. */
async function compareRecords(input: PlanInput, comparison: Comparison): Promise<Compared> {
  try {
    return await compareOnce(input, comparison)
  } catch (error) {
    if (!(error instanceof OperationalError) || error.code !== 'store-incomplete') throw error
    return compareOnce(input, comparison)
  }
}

async function compareOnce({ desired, store }: PlanInput, { context, progress, scopes }: Comparison): Promise<Compared> {
  const tally = openTally()
  const places = openPlaceCount()
  const live = (scope: Scope): AsyncIterable<RecordTree> => progress.ofRead(scope.resource, places.tap(tally.tap(store.readAll(scope))))
  const roots: LiveRoots = Object.fromEntries(scopes.map((scope) => [scope.resource, live(scope)]))
  const records = await diffStore(progress.ofCompared(desired), roots, context).catch((error: unknown) =>
    explainRefusal(error, { scopes, store }),
  )
  const owners = openRowOwners(store, scopes, tally)
  const { lines: certificate, orphans } = await certifyRead(store, scopes, { tally, owners })
  const { rows, unread } = await readLeftOvers(createdKeys(records), { store, owners, certificate })
  return {
    records: withLeftOvers(records, rows, context.capabilities),
    notices: [...orphanNotices(orphans), ...unreadNotices(unread)],
    certificate,
    places: places.counts,
  }
}

/** Resources that this key cannot read can have rows of removed records. */
function unreadNotices(unread: readonly ResourceName[]): readonly string[] {
  return unread.map(
    (resource) => `${resource} cannot be read, so rows that a removed record has left there apply to a new record with the same key.`,
  )
}

async function fileChanges(
  { desired, store, state }: PlanInput,
  { context, progress }: Pick<Comparison, 'context' | 'progress'>,
): Promise<readonly Change[]> {
  const present = store.files ? await presentFiles(desired.files, { store, files: progress.ofFiles(store.files), state }) : []
  return diffFiles(desired.files, present, context)
}
