import type { Change, RootedChange } from '../../diff/change.ts'
import { listOfRuns, packedRootsOf, runsOf, unpackedChanges, withUnpacked } from '../../diff/packed-changes.ts'
import type { ReplacedPrices } from '../../diff/replaced-prices.ts'
import type { Unfinished } from '../../diff/unfinished.ts'
import type { DriftPolicy } from '../../records/manage-settings.ts'
import type { GuardLimits } from '../../records/guard-limits.ts'
import { resourceOf } from '../../resources/registry.ts'
import { kept } from '../../source/kept.ts'
import type { SourcePlace } from '../../source/source.ts'
import { isDoable, isOnlyLeftOver } from '../changes-by-root.ts'

/** What a plan knows besides its changes. */
export interface GuardFacts {
  /** The number of root records that the catalogue declares. */
  readonly declared: number
  /** The price entries that the store has. */
  readonly priceEntries: number
  /** The products that customers see in each category of the store, by code; a category that is absent has none, or none were read. */
  readonly places: ReadonlyMap<string, number>
  /** The categories in the store of the products that the plan hides or shows, by sku; default: none. */
  readonly placesOf?: ReadonlyMap<string, readonly string[]>
  /** Addresses of root records that an unfinished run of this state created: they are hidden until it ends. */
  readonly hiddenByRun: ReadonlySet<string>
  /** Addresses of the records that have another key now; default: none. */
  readonly moved?: ReadonlySet<string>
  /** What customers pay now for the skus that new ones replace, by the new sku; default: none. */
  readonly replaced?: ReadonlyMap<string, ReplacedPrices>
  /** Where the catalogue declares the records whose slug another one gets, by address; default: it does not. */
  readonly slugOwners?: ReadonlyMap<string, SourcePlace>
  /** `manage.drift` of the config. */
  readonly drift: DriftPolicy
  /** What runs of this state left unfinished, where `drift` is not `overwrite`; default: nothing. */
  readonly unfinished?: Unfinished
}

/** A plan as the guards see it. */
export interface GuardInput {
  /** Only what can be carried out. */
  readonly changes: readonly Change[]
  /** Those of records and grids, without the removal of what removed records left in the store: it belongs to nobody. */
  readonly rooted: readonly RootedChange[]
  readonly limits: GuardLimits
  readonly facts: GuardFacts
  /** Those of `rooted` that are neither packed nor an `isPlainUpdate`: of a large plan most are, and only the guards of counts and prices look at them. */
  readonly special: readonly RootedChange[]
  /** Addresses of the root records that the plan creates. */
  readonly created: ReadonlySet<string>
  /** The root records that the catalogue and the store both have, and those that leave the catalogue: the plan removes or hides them. */
  readonly existing: number
}

/** What the guards look at, from the changes of a plan. */
export function guardInput(all: readonly Change[], limits: GuardLimits, facts: GuardFacts): GuardInput {
  const runs = withUnpacked(runsOf(all), (run) => kept(run, isDoable))
  const changes = listOfRuns(runs)
  const rooted = listOfRuns(withUnpacked(runs, (run) => kept(run, isRooted)))
  const special = unpackedChanges(rooted).filter((change) => !isPlainUpdate(change))
  const roots = special.filter(({ address, root }) => address === root.address)
  const created = new Set([...packedRootsOf(rooted), ...roots.filter(({ action }) => action === 'create')].map(({ root }) => root.address))
  const leaving = roots.filter((change) => change.action === 'remove' || isLeaving(change)).length
  return { changes, rooted, special, limits, facts, created, existing: Math.max(0, facts.declared - created.size) + leaving }
}

function isRooted(change: Change): change is RootedChange {
  return change.kind !== 'file' && !isRemovedLeftOver(change)
}

/** A record that is hidden since it left the catalogue is not declared, and exists. */
function isLeaving(change: RootedChange): boolean {
  return change.kind === 'record' && change.leaves === true
}

/** True for an update of a root record itself that neither hides nor shows it, and decides nothing about other changes. */
function isPlainUpdate(change: RootedChange): boolean {
  if (change.kind !== 'record' || change.action !== 'update' || change.address !== change.root.address) return false
  if (isLeaving(change) || change.paid !== undefined || change.slugOwner !== undefined || change.opensAccess !== undefined) return false
  const { hiddenBy } = resourceOf(change.resource)
  return !change.fields.some(({ field }) => field === hiddenBy)
}

function isRemovedLeftOver(change: RootedChange): boolean {
  return change.kind === 'grid' ? isOnlyLeftOver(change) : change.action === 'remove' && change.leftOver === true
}
