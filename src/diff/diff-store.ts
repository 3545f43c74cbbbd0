import { invariant } from '../errors.ts'
import { emptyBase } from '../records/base-record.ts'
import { type ArrivingRecords, partsOf } from '../records/arriving-records.ts'
import type { DesiredRecord, DesiredSources, RootName } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import { placedRecords, type PlacedRecords, type Records, type RecordSource, recordSource } from '../records/record-source.ts'
import type { ReadRecord, RecordTree } from '../resources/record-tree.ts'
import { plannedRoots } from '../resources/registry.ts'
import { byCode } from '../source/by-code.ts'
import type { RootedChange } from './change.ts'
import type { DiffContext } from './diff-context.ts'
import { diffRoot } from './diff-root.ts'
import { type HeldKeys, openHeldKeys } from './held-keys.ts'
import { withoutMoves } from './moved-rows.ts'
import { openOtherRoots, type OtherRoots } from './other-roots.ts'
import { joinedChanges, listOfRuns, openChangeRuns } from './packed-changes.ts'
import { openRootPacking } from './packed-root.ts'
import { parentsFirst } from './parents-first.ts'
import { type CompareParts, type DeclaredNames, openPartsComparison } from './same-parts.ts'
import { isSame } from './same-record.ts'
import { openSharedFields } from './shared-fields.ts'
import { sharedPlaces } from './shared-places.ts'
import { openSharedSlugs, type SharedSlug } from './shared-slugs.ts'
import { openSlugOwners, type SlugOwners } from './slug-owners.ts'
import { unpaidSkus } from './unpaid-prices.ts'

/** The root records of a store by resource, each once, in any order; those with `rows` are known to be equal to the catalogue. */
export type LiveRoots = Readonly<Partial<Record<RootName, ArrivingRecords>>>

/** How a store differs from a catalogue. */
export interface StoreDiff {
  readonly changes: readonly RootedChange[]
  /** The number of root records that the catalogue and the store both have. */
  readonly matched: number
  /** The root records that only the store has. */
  readonly others: OtherRoots
  /** The skus whose simple price customers do not pay now, in the order of the code. */
  readonly unpaid: readonly string[]
  /** The slugs of several records that customers see now. */
  readonly sharedSlugs: readonly SharedSlug[]
  readonly slugOwners: SlugOwners
}

function inOrder(resource: RootName, records: Records<DesiredRecord>): RecordSource<DesiredRecord> {
  return recordSource(resource === 'Product' ? records : parentsFirst([...records]))
}

interface Comparison {
  readonly context: DiffContext
  readonly compareParts: CompareParts
  /** What the live roots hold; complete when all of them were received. */
  readonly held: HeldKeys
  /** For products (`DiffContext`). */
  readonly readHeld: DiffContext['readHeld'] | undefined
  /** Called for each live root that is known to be equal, once. */
  readonly onKnown: () => void
  /** Receives each live root that is found to be equal without a look at the record of the catalogue, and what that declares. */
  readonly onSame: (live: ReadRecord, declared: DeclaredNames) => void
  /** Receives each other live root once, with the record of the catalogue if it has one. */
  readonly onLive: (live: RecordTree, desired: RecordTree | undefined) => void
}

/** Compares one root record; what was last applied is read only where something differs. */
async function diffWithBase(
  pair: { desired: DesiredRecord; live: RecordTree | undefined },
  context: DiffContext,
): Promise<readonly RootedChange[]> {
  const changes = diffRoot({ ...pair, base: undefined }, context)
  const { resource } = pair.desired
  const key = keyOf(pair.desired)
  if (changes.length === 0 || context.base?.has(resource, key) !== true) return changes
  const base = await context.base.get(resource, key)
  return base ? diffRoot({ ...pair, base: base.record }, context) : changes
}

const noChanges: readonly RootedChange[] = []

/** The records of one resource in the catalogue, by place too. */
interface Sides {
  readonly records: RecordSource<DesiredRecord>
  readonly placed: PlacedRecords
}

/** The changes of a live root record; `null` where the catalogue does not have it: then its place is -1. */
function diffLive(
  live: ReadRecord,
  place: number,
  { records, placed, context, compareParts, onKnown, onSame, onLive }: Sides & Comparison,
): Promise<readonly RootedChange[]> | readonly RootedChange[] | null {
  if (live.rows) {
    onKnown()
    return noChanges
  }
  if (place < 0) {
    onLive(live, undefined)
    return null
  }
  const parts = placed.partsAt?.(place)
  const found = parts ? compareParts(parts, live) : 'unsure'
  if (typeof found === 'object') {
    onSame(live, found)
    return noChanges
  }
  const tree = found === 'unsure' ? placed.treeAt(place) : undefined
  if (tree && isSame(tree, live, context.capabilities)) {
    onLive(live, tree)
    context.onEqual?.(live)
    return noChanges
  }
  const desired = records.get(keyOf(live))
  onLive(live, desired)
  return desired ? diffWithBase({ desired, live }, context) : null
}

/** By place, the changes of the records that the store has; `null` for others. */
async function diffRead(
  records: RecordSource<DesiredRecord>,
  live: ArrivingRecords,
  comparison: Comparison,
): Promise<readonly (readonly RootedChange[] | null)[]> {
  const placed = placedRecords(records)
  const given = { ...comparison, records, placed }
  const found: (readonly RootedChange[] | null)[] = []
  for (let place = 0; place < placed.count; place += 1) found.push(null)
  for await (const part of partsOf(live)) {
    for (const record of part) {
      const place = placed.placeOf(keyOf(record))
      if (place >= 0 && found[place]) continue
      const changes = diffLive(record, place, given)
      const settled = changes instanceof Promise ? await changes : changes
      if (place >= 0) found[place] = settled
    }
  }
  return found
}

/** The keys of the records that the store does not have. */
function newKeys(records: RecordSource<DesiredRecord>, found: readonly (readonly RootedChange[] | null)[]): readonly string[] {
  return Iterator.from(records.keys())
    .filter((_, place) => !found[place])
    .toArray()
}

async function diffRoots(
  records: RecordSource<DesiredRecord>,
  live: ArrivingRecords,
  comparison: Comparison,
): Promise<readonly RootedChange[]> {
  const found = await diffRead(records, live, comparison)
  const { context, held, readHeld } = comparison
  for (const changes of found) if (changes) held.addRemoved(changes)
  if (readHeld) held.addRead(await readHeld(newKeys(records, found)))
  const runs = openChangeRuns<RootedChange>(openRootPacking())
  let left = context.packsAfter ?? Infinity
  // Changes that are packed share no objects.
  const { shareFields: _, ...unshared } = context
  let place = 0
  for (const key of records.keys()) {
    const changes = found[place]
    place += 1
    const desired = changes ? undefined : records.get(key)
    if (desired) {
      const packs = left <= 0
      const created = held.ofNew(await diffWithBase({ desired, live: undefined }, packs ? unshared : context))
      left -= created.length
      if (packs) runs.addNew(created)
      else runs.add(created)
    } else if (changes) runs.add(held.ofKnown(changes))
  }
  return listOfRuns(runs.end())
}

/**
 * Compares the whole catalogue with a store: groups, categories (parents first), products. Reads one live root at a time,
 * so that memory follows the changes. Root records that only the store has are no changes: some of them were applied before.
 */
export async function diffStore(desired: DesiredSources, live: LiveRoots, given: DiffContext): Promise<StoreDiff> {
  const context: DiffContext = {
    ...given,
    shareFields: openSharedFields(),
    locate: sharedPlaces((span) => given.locate(span)),
  }
  const slugs = openSlugOwners()
  const shared = openSharedSlugs()
  const unpaid: string[] = []
  const held = openHeldKeys()
  const others = openOtherRoots(context.base ?? emptyBase, context.moves)
  let matched = 0
  const compareParts = openPartsComparison(context.capabilities)
  const onKnown = (): void => void (matched += 1)
  const parts = await Promise.all(
    plannedRoots.map(async (resource) => {
      const records = inOrder(resource, desired.roots[resource] ?? [])
      const roots = live[resource]
      if (!roots) {
        invariant(Iterator.from(records.keys()).next().done === true, `${resource} is managed and was not read`)
        return []
      }
      const readHeld = resource === 'Product' ? context.readHeld : undefined
      const onSame: Comparison['onSame'] = (record, declared) => {
        slugs.add(resource, record, declared.fields)
        held.addKnown(record, declared.children)
        shared.add(resource, record, true)
        matched += 1
        context.onEqual?.(record)
      }
      const onLive: Comparison['onLive'] = (record, own) => {
        slugs.add(resource, record, own && Object.keys(own.fields))
        shared.add(resource, record, own !== undefined)
        if (own) {
          matched += 1
          held.addKnown(record, own.children, own)
          unpaid.push(...unpaidSkus(own, record))
        } else {
          others.add(record)
          held.addOther(record)
        }
      }
      return await diffRoots(records, roots, { context, compareParts, held, readHeld, onKnown, onSame, onLive })
    }),
  )
  return {
    changes: slugs.marked(withoutMoves(joinedChanges(parts))),
    matched,
    others: await others.sorted(),
    unpaid: unpaid.toSorted(byCode),
    sharedSlugs: shared.found(),
    slugOwners: slugs,
  }
}
