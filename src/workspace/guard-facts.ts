import type { Change } from '../diff/change.ts'
import { unpackedChanges } from '../diff/packed-changes.ts'
import type { ReplacedPrices } from '../diff/replaced-prices.ts'
import type { Unfinished } from '../diff/unfinished.ts'
import type { GuardFacts } from '../plan/guards/guard-input.ts'
import { addressOf } from '../records/address.ts'
import type { CertificateLine } from '../records/certificate.ts'
import type { DesiredSources } from '../records/desired.ts'
import { manageDefaults, type ManageSettings } from '../records/manage-settings.ts'
import { recordSource } from '../records/record-source.ts'
import { plannedRoots, resourceOf } from '../resources/registry.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { categoryFacts } from './category-facts.ts'
import { unfinishedRuns } from './unfinished-runs.ts'

interface Planned {
  readonly desired: DesiredSources
  readonly store: StoreClient
  readonly state: State
  readonly manage?: ManageSettings
  readonly locate: (span: SourceSpan) => SourcePlace
}

interface Read {
  readonly changes: readonly Change[]
  /** The products that customers see in each category; `null` where their places were not read. */
  readonly places: ReadonlyMap<string, number> | null
  readonly certificate: readonly CertificateLine[]
  readonly replaced: ReadonlyMap<string, ReplacedPrices>
  /** True where only some records were read: what the guards count is then requested from the store. */
  readonly isPart: boolean
  /** What runs left unfinished, where it is read already. */
  readonly unfinished?: Unfinished | undefined
}

/** What the guards know of a plan besides its changes. Reads the state only where the plan shows something that is hidden. */
export async function guardFacts(
  { desired, store, state, manage = manageDefaults, locate }: Planned,
  { changes: all, places, certificate, replaced, isPart, unfinished }: Read,
): Promise<GuardFacts> {
  const changes = unpackedChanges(all)
  const entries = certificate.find(({ resource }) => resource === 'PricingAdvanced')?.seen ?? 0
  return {
    declared: declaredRoots(desired),
    priceEntries: isPart && all.some(({ kind }) => kind === 'grid') ? await store.count('PricingAdvanced') : entries,
    ...(await categoryFacts(changes, store, isPart || places === null ? undefined : places)),
    replaced,
    slugOwners: slugOwners(changes, desired, locate),
    drift: manage.drift,
    ...(unfinished && { unfinished }),
    moved: new Set((desired.moved ?? []).map(({ resource, from }) => addressOf(resource, { [resourceOf(resource).key ?? '']: from }))),
    hiddenByRun: changes.some(shows) ? (unfinished ?? (await unfinishedRuns(store, state))).created : new Set(),
  }
}

/** Where the catalogue declares the records whose slug another one gets. */
function slugOwners(changes: readonly Change[], { roots }: DesiredSources, locate: Planned['locate']): ReadonlyMap<string, SourcePlace> {
  const owners = changes.flatMap((change) => (change.kind === 'record' && change.slugOwner ? [change.slugOwner.root] : []))
  return new Map(
    owners.flatMap(({ address, resource, key }) => {
      const record = recordSource(roots[resource] ?? []).get(key)
      return record ? [[address, locate(record.source)] as const] : []
    }),
  )
}

function declaredRoots({ roots }: DesiredSources): number {
  const keyed = plannedRoots.map((name) => Iterator.from(recordSource(roots[name] ?? []).keys()).reduce((count) => count + 1, 0))
  return keyed.reduce((sum, count) => sum + count, [...(roots.Webhooks ?? [])].length)
}

function shows(change: Change): boolean {
  if (change.kind !== 'record' || change.action !== 'update') return false
  const flag = resourceOf(change.resource).hiddenBy
  return change.fields.some(({ field }) => field === flag)
}
