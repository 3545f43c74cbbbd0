import { OperationalError } from '../errors.ts'
import type { Change } from '../diff/change.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { diffFiles } from '../diff/diff-files.ts'
import { diffStore } from '../diff/diff-store.ts'
import { skusWithFreshGrid, withOrphanedPrices } from '../diff/orphaned-prices.ts'
import { evaluateGuards } from '../plan/guards/evaluate-guards.ts'
import { makePlan } from '../plan/make-plan.ts'
import { defaultLimits, type PlanLimits } from '../plan/plan-limits.ts'
import type { Plan } from '../plan/plan.ts'
import type { CertificateLine } from '../records/certificate.ts'
import { guardDefaults, type GuardLimits } from '../records/guard-limits.ts'
import type { DesiredSources, RootName } from '../records/desired.ts'
import { scopeOf } from '../live/scope-of.ts'
import type { Scope } from '../records/scope.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { certifyRead } from '../live/certify-read.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { writesResource } from '../plan/writes-resource.ts'
import { openPlaceCount } from '../live/place-count.ts'
import { presentFiles } from '../live/present-files.ts'
import { openTally } from '../live/read-tally.ts'
import { storeIdentity } from '../live/store-names.ts'
import { guardFacts } from './guard-facts.ts'
import { onPlanCount, openPlanProgress, type PlanProgress } from './plan-progress.ts'
import type { OnProgress } from './progress.ts'

/** A catalogue, and the store to compare it with. */
export interface PlanInput {
  readonly desired: DesiredSources
  /** sha256 over path and bytes of all loaded files of the catalogue. */
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
  const tally = openTally()
  const progress = openPlanProgress(onProgress)
  const places = openPlaceCount()
  const live = (scope: Scope): AsyncIterable<RecordTree> => progress.ofRead(scope.resource, places.tap(tally.tap(store.readAll(scope))))
  const roots: Partial<Record<RootName, AsyncIterable<RecordTree>>> = Object.fromEntries(
    scopes.map((scope) => [scope.resource, live(scope)]),
  )
  const reading = diffStore(progress.ofCompared(desired), roots, context).catch((error: unknown) =>
    explainRefusal(error, { scopes, store }),
  )
  const [records, files] = await Promise.all([reading, fileChanges(input, { context, progress })])
  progress.compared()
  const certificate = await certifyRead(store, scopes, tally)
  const changes = [...(await withoutOrphans(records, certificate, store)), ...files]
  onProgress?.({ kind: 'planning', changes: changes.length, steps: 0 })
  const onCount = onPlanCount(onProgress, changes.length)
  const plan = makePlan({
    ...(onCount && { onCount }),
    changes,
    madeFrom: { catalogue: contentHash, store: storeIdentity(store), capabilities, certificate },
    notices,
    guards: evaluateGuards(changes, input.guards ?? guardDefaults, await guardFacts(input, { changes, places: places.counts, tally })),
    limits: {
      recordsPerRequest: limits.recordsPerRequest ?? defaultLimits.recordsPerRequest,
      bodyBytes: limits.bodyBytes ?? defaultLimits.bodyBytes,
      skusPerDelete: limits.skusPerDelete ?? defaultLimits.skusPerDelete,
      targetBytes: limits.targetBytes ?? defaultLimits.targetBytes,
    },
    engineVersion,
    madeAt: now().toISOString(),
  })
  if (writesResource(plan.steps, 'VariantOptions')) await checkVariantOptions(store)
  return plan
}

/** A new sku may have price entries of an earlier record; they are read only where the certificate names orphans. */
async function withoutOrphans(
  changes: readonly Change[],
  certificate: readonly CertificateLine[],
  store: StoreClient,
): Promise<readonly Change[]> {
  const hasOrphans = certificate.some(({ resource, orphans }) => resource === 'PricingAdvanced' && orphans.length > 0)
  const skus = hasOrphans ? skusWithFreshGrid(changes) : []
  if (skus.length === 0) return changes
  const scope: Scope = { resource: 'PricingAdvanced', fields: Object.keys(resourceOf('PricingAdvanced').fields), children: [] }
  const rows: RecordTree[] = []
  for await (const row of store.readWhere(scope, 'sku', skus)) rows.push(row)
  return withOrphanedPrices(changes, rows)
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
}

async function fileChanges({ desired, store, state }: PlanInput, { context, progress }: Comparison): Promise<readonly Change[]> {
  const present = store.files ? await presentFiles(desired.files, { store, files: progress.ofFiles(store.files), state }) : []
  return diffFiles(desired.files, present, context)
}
