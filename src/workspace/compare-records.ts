import { carriedKeys } from '../diff/carried-rows.ts'
import { isOwnChange, type RootedChange } from '../diff/change.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { diffStore, type LiveRoots, type StoreDiff } from '../diff/diff-store.ts'
import { keepDrift, type KeptDrift } from '../diff/keep-drift.ts'
import { createdKeys } from '../diff/created-records.ts'
import { withLeftOvers } from '../diff/left-overs.ts'
import { removedKeys, withWholeRemovals } from '../diff/whole-removals.ts'
import { leftRoots, type LeftRoots } from '../diff/left-roots.ts'
import { type LookAlike, lookAlikes } from '../diff/look-alikes.ts'
import { type Moves, noMoves } from '../diff/moves.ts'
import { joinedChanges, unpackedChanges } from '../diff/packed-changes.ts'
import { type ReplacedPrices, replacedPrices } from '../diff/replaced-prices.ts'
import { type Settled, settleMoves, shownInstead, type Unsettled } from '../diff/settle-moves.ts'
import { nothingUnfinished, type Unfinished } from '../diff/unfinished.ts'
import { OperationalError } from '../errors.ts'
import { certifyPart } from '../live/certify-part.ts'
import { certifyRead } from '../live/certify-read.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { readHeldKeys } from '../live/holders.ts'
import { openKeyedOwners } from '../live/keyed-owners.ts'
import { orphanNotices } from '../live/orphan-names.ts'
import { openPlaceCount } from '../live/place-count.ts'
import { readLeftOvers } from '../live/read-left-overs.ts'
import { openTally, type ReadTally } from '../live/read-tally.ts'
import { readWholeRows } from '../live/read-whole-rows.ts'
import { readWhole } from '../live/read-whole.ts'
import { tapRecords } from '../live/tap-records.ts'
import { openRowOwners, type RowOwners } from '../live/row-owners.ts'
import { mostNamed, type Untouched } from '../plan/untouched.ts'
import { addressOf } from '../records/address.ts'
import type { ArrivingRecords } from '../records/arriving-records.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { CertificateLine, OrphanRows } from '../records/certificate.ts'
import type { DesiredSources } from '../records/desired.ts'
import type { ManageSettings } from '../records/manage-settings.ts'
import type { EqualRecords } from '../records/equal-records.ts'
import { keyOf } from '../records/named-fields.ts'
import { recordSources } from '../records/record-source.ts'
import type { Scope } from '../records/scope.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { plannedRoots, resourceOf, type ResourceName } from '../resources/registry.ts'
import { byCode } from '../source/by-code.ts'
import type { StoreClient } from '../store/store-client.ts'
import { noWebhooks, type PlannedWebhooks } from './compare-webhooks.ts'
import { readPricedRoots } from './live-prices.ts'
import { moveNotices } from './move-notices.ts'
import type { PlanProgress } from './plan-progress.ts'
import type { PlannedPart } from './planned-part.ts'
import { sharedSlugNotices, unpaidNotices } from './store-notices.ts'

/** What a catalogue is compared by. */
export interface Comparison {
  readonly context: DiffContext
  readonly progress: PlanProgress
  readonly scopes: readonly Scope[]
  readonly base: BaseRecords
  readonly manage: ManageSettings
  /** What runs left unfinished: `drift: keep` does not keep it. Default: nothing. */
  readonly unfinished?: Unfinished | undefined
  readonly webhooks: PlannedWebhooks
  /** Which root records to read; default: all of them. */
  readonly part?: Pick<PlannedPart, 'keys' | 'unread' | 'isEmpty'> | undefined
  /** Root records that were found equal to this catalogue before; what is found equal is added. Default: everything is compared. */
  readonly equal?: EqualRecords | undefined
}

/** The changes of a store, what there is to say about it, and the certificate of the read. */
export interface Compared {
  readonly records: readonly RootedChange[]
  readonly untouched: Untouched
  /** Records that leave the catalogue and new ones that seem to be the same. */
  readonly alike: readonly LookAlike[]
  /** What customers pay now for the skus that new ones replace, by the new sku. */
  readonly replaced: ReadonlyMap<string, ReplacedPrices>
  readonly notices: readonly string[]
  readonly certificate: readonly CertificateLine[]
  /** The number of products that customers see in each category, by its code; `null` where no places were read. */
  readonly places: ReadonlyMap<string, number> | null
  /** Whether it is known what was applied before; `none`: nothing was, the store has no record of the catalogue. */
  readonly base: 'known' | 'unknown' | 'none'
}

interface Compares {
  readonly desired: DesiredSources
  readonly store: StoreClient
}

/**
 * Reads the records of a store and compares them; a read that is not complete is made once more: the store may have changed meanwhile.
 * Where records were found equal before and there is nothing to apply now, only the differences that cannot be applied and the certificate are
 * those of a whole comparison: notices and places leave these records out.
 */
export async function compareRecords(input: Compares, comparison: Comparison): Promise<Compared> {
  if ((comparison.equal?.size ?? 0) > 0) {
    const found = await compareOnce(input, comparison).catch(refusedAsIncomplete)
    if (found?.records.every(({ action }) => action === 'cannot') === true) return found
    comparison.equal?.clear()
  }
  try {
    return await compareOnce(input, comparison)
  } catch (error) {
    refusedAsIncomplete(error)
    return compareOnce(input, comparison)
  }
}

/** Throws errors other than that of a read that is not complete. */
function refusedAsIncomplete(error: unknown): null {
  if (error instanceof OperationalError && error.code === 'store-incomplete') return null
  throw error
}

async function compareOnce({ desired, store }: Compares, comparison: Comparison): Promise<Compared> {
  const { context: given, progress, scopes, base, manage, webhooks, part, equal } = comparison
  const context: DiffContext = {
    ...given,
    ...(equal && { onEqual: equal.add }),
    // A whole read shows who has the code of a new product, but for variants that it does not read.
    ...(readsVariants(scopes) && !part ? {} : { readHeld: (newSkus) => readHeldKeys({ Product: newSkus }, store) }),
  }
  const tally = openTally()
  const places = openPlaceCount()
  const live = (scope: Scope): ArrivingRecords =>
    progress.ofRead(scope.resource, tapRecords(read(scope, { store, part, equal }), tally.add, places.add))
  const roots: LiveRoots = Object.fromEntries(scopes.map((scope) => [scope.resource, live(scope)]))
  const [found, ofWebhooks] = await Promise.all([
    diffStore(progress.ofCompared(desired), roots, context).catch((error: unknown) => explainRefusal(error, { scopes, store })),
    roots.Webhooks === undefined ? noWebhooks : webhooks.compare(roots.Webhooks, context),
  ])
  const { changes, kept } = withoutDrift(found.changes, comparison)
  const hooks = withoutDrift(ofWebhooks.changes, comparison)
  const whole = withWholeRemovals(changes, await readWholeRows(removedKeys(changes), store))
  const { capabilities, moves = noMoves } = context
  const left = await leftRoots(found.others.left, {
    prune: manage.prune,
    capabilities,
    moves,
    readWhole: (resource, keys) => readWhole(store, { resource, keys }),
  })
  const records = found.slugOwners.marked(whole, left.changes)
  const { certificate, orphans, owners } = part
    ? { certificate: await certifyPart(scopes, { store, tally, unread: part.unread }), orphans: [], owners: openKeyedOwners(store) }
    : await certifyWhole(scopes, { store, tally })
  const { rows, unread } = await readLeftOvers(createdKeys(records), { store, owners, certificate: part ? [] : certificate })
  const isKnown = plannedRoots.some((resource) => Iterator.from(base.keys(resource)).next().done === false)
  const unsettled = { changes: withLeftOvers(records, rows, capabilities), kept, left, roots: found.others.left }
  const shown = shownInstead(unsettled, moves)
  const settled = settleMoves(unsettled, moves, { replaced: shown, stored: await readWholeRows(carriedKeys(shown), store) })
  const others = unpackedChanges(settled.changes)
  return {
    records: joinedChanges([settled.changes, hooks.changes]),
    untouched: {
      drift: [...kept, ...hooks.kept],
      left: [...settled.stay, ...ofWebhooks.stay],
      unmanaged: [...unmanagedOf(found, left.strangers), ...ofWebhooks.unmanaged],
      files: [],
    },
    replaced: await pricesOfReplaced(settled, { store, capabilities }),
    alike: lookAlikes(...leavingAndCreated({ left, roots: found.others.left, changes: settled.changes }, { desired, moves })),
    notices: [
      ...moveNotices(others, found.others),
      ...unpaidNotices(found.unpaid, others),
      ...sharedSlugNotices(found.sharedSlugs, others),
      ...orphanNotices(orphans),
      ...unreadNotices(unread),
      ...ofWebhooks.notices,
    ],
    certificate,
    places: scopes.some(({ children }) => children.some(({ resource }) => resource === 'ProdCat')) ? places.counts : null,
    base: isKnown ? 'known' : isNothingThere(found, part) ? 'none' : 'unknown',
  }
}

/** Reads the products that another key replaces, and those under these keys, with everything that decides their prices. */
async function pricesOfReplaced(
  { replaced }: Settled,
  { store, capabilities }: Pick<Compares, 'store'> & Pick<DiffContext, 'capabilities'>,
): Promise<Compared['replaced']> {
  const skus = replaced.flatMap(({ live, from, to }) => (live.resource === 'Product' ? [from, to] : []))
  return replacedPrices(replaced, skus.length === 0 ? [] : await readPricedRoots(store, [...new Set(skus)]), capabilities)
}

interface Leaving extends Pick<Unsettled, 'changes' | 'roots'> {
  readonly left: LeftRoots
}

/** The records that leave the catalogue in this plan, as they were applied, and those that are new in it; without moves. */
function leavingAndCreated(
  { left, roots, changes }: Leaving,
  { desired, moves }: { readonly desired: DesiredSources; readonly moves: Moves },
): readonly [leaving: readonly RecordTree[], created: readonly RecordTree[]] {
  const addresses = new Set([...left.changes, ...left.stay].map(({ address }) => address))
  const leaving = roots.filter(({ live }) => addresses.has(addressOf(live.resource, live.fields)) && moves.targetOf(live) === undefined)
  if (leaving.length === 0) return [[], []]
  const sources = recordSources(desired.roots)
  const created = changes.flatMap((change) => {
    const isNew = isOwnChange(change) && change.action === 'create' && !change.movedFrom
    return (isNew && sources.get(change.root.resource)?.get(change.root.key)) || []
  })
  return [leaving.map(({ base }) => base.record), created]
}

/** The root records of a scope: all of them, or those of the part. */
function read(scope: Scope, { store, part, equal }: Pick<Compares, 'store'> & Pick<Comparison, 'part' | 'equal'>): ArrivingRecords {
  const keys = part?.keys.get(scope.resource)
  return keys ? store.readWhere(scope, resourceOf(scope.resource).key ?? '', keys) : store.readAll(scope, equal)
}

function readsVariants(scopes: readonly Scope[]): boolean {
  return scopes.some(({ children }) => children.some(({ resource }) => resource === 'Variants'))
}

interface Certified {
  readonly certificate: readonly CertificateLine[]
  readonly orphans: readonly OrphanRows[]
  readonly owners: Pick<RowOwners, 'ofRows'>
}

async function certifyWhole(
  scopes: readonly Scope[],
  { store, tally }: { readonly store: StoreClient; readonly tally: ReadTally },
): Promise<Certified> {
  const owners = openRowOwners(store, scopes, tally)
  const { lines, orphans } = await certifyRead(store, scopes, { tally, owners })
  return { certificate: lines, orphans, owners }
}

/** True where the store has no record of the catalogue. A part without a match proves nothing about the others, unless it is empty. */
function isNothingThere({ matched }: StoreDiff, part: Comparison['part']): boolean {
  return part ? part.isEmpty : matched === 0
}

function withoutDrift(
  changes: readonly RootedChange[],
  { manage, unfinished = nothingUnfinished }: Pick<Comparison, 'manage' | 'unfinished'>,
): KeptDrift {
  return manage.drift === 'keep' ? keepDrift(changes, unfinished) : { changes, kept: [] }
}

function unmanagedOf({ others }: StoreDiff, strangers: readonly RecordTree[]): Untouched['unmanaged'] {
  const resources = new Set([...others.unmanaged.keys(), ...strangers.map(({ resource }) => resource)])
  return [...resources].map((resource) => {
    const more = strangers.flatMap((stranger) => (stranger.resource === resource ? [keyOf(stranger)] : []))
    const keys = [...(others.unmanaged.get(resource) ?? []), ...more].toSorted(byCode)
    return { resource, count: keys.length, keys: keys.slice(0, mostNamed) }
  })
}

/** A store with other names for the assumed fields of VariantOptions refuses to read them too: the error then names both sides (W40). */
async function explainRefusal(error: unknown, { scopes, store }: { scopes: readonly Scope[]; store: StoreClient }): Promise<never> {
  const readsThem = (scope: Scope): boolean => scope.resource === 'VariantOptions' || scope.children.some(readsThem)
  const isFieldRefused = error instanceof OperationalError && error.context['status'] === 406
  if (isFieldRefused && scopes.some(readsThem)) await checkVariantOptions(store)
  throw error
}

/** Resources that this key cannot read can have rows of removed records. */
function unreadNotices(unread: readonly ResourceName[]): readonly string[] {
  return unread.map(
    (resource) => `${resource} cannot be read, so rows that a removed record has left there apply to a new record with the same key.`,
  )
}
