import { addressOf } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Change } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { leavingGrid, type GridDifference } from './diff-grid.ts'
import { freeCode } from './free-code.ts'
import type { RowPair } from './own-changes.ts'
import { clearRefusal, removeRefusal } from './refusals.ts'
import { identityOf, keyOf, linked } from './row-key.ts'

/** An owned collection of one record, on both sides. */
export interface Collection {
  readonly resource: ResourceName
  readonly desired: readonly DesiredRecord[]
  readonly live: readonly RecordTree[]
  readonly base: readonly RecordTree[]
  /** The record of the catalogue that declares it. */
  readonly owner: DesiredRecord
}

/** Rows whose own key hides another row's get the next free one; rows that are there keep theirs. */
export function withCodes(pairs: readonly RowPair[], { resource, live, desired }: Collection): RowPair[] {
  const { key, identity, natural } = resourceOf(resource)
  if (key === null || identity !== 'own' || natural.includes(key)) return [...pairs]
  const limit = resourceOf(resource).fields[key]
  const most = limit?.kind === 'text' ? limit.maxLength : undefined
  const taken = new Set(live.map((row) => row.fields[key] ?? ''))
  const wanted = new Set(desired.map((row) => row.fields[key] ?? ''))
  return pairs.map((pair) => {
    const code = pair.desired.fields[key]
    if (pair.live || code === undefined) return pair
    const free = taken.has(code) ? freeCode(code, new Set([...taken, ...wanted]), most) : code
    taken.add(free)
    return { ...pair, code: free }
  })
}

function removal(row: RecordTree, { owner }: Collection, place: RootPlace): Change {
  const { context } = place
  const key = keyOf(row.resource, row.fields, context.capabilities)
  const reason = removeRefusal(row.resource, key, context.capabilities)
  return {
    address: addressOf(row.resource, row.fields),
    action: reason === undefined ? 'remove' : 'cannot',
    resource: row.resource,
    root: place.root,
    rootResource: place.rootResource,
    title: place.title,
    key,
    fields: Object.entries(row.fields).map(([field, before]) => ({ field, before, after: null, base: null })),
    origin: 'adopt',
    source: context.locate(owner.spans[row.resource] ?? owner.source),
    ...(reason === undefined ? {} : { reason }),
  }
}

/** A live row that the catalogue does not have, with the rows that hang on it alone: they go together or not at all. */
function removals(row: RecordTree, collection: Collection, place: RootPlace): Change[] {
  const own = removal(row, collection, place)
  const below = (row.children.VariantOptions ?? []).map((child) => removal(linked(child, row), collection, place))
  const grid = own.action === 'remove' ? leavingGrid(row, place.shown) : undefined
  const stuck = [own, ...below].find(({ reason }) => reason !== undefined)?.reason ?? (grid && clearRefusal(own.key['code'] ?? ''))
  if (stuck !== undefined) return [own, ...below].map((change) => ({ ...change, action: 'cannot', reason: stuck }))
  return [own, ...below, ...(grid ? [gridOf(own, grid)] : [])]
}

/** The prices of a variant that leaves, as a change beside that of the variant. */
function gridOf(own: Change, { action, grid, fields }: GridDifference): Change {
  const sku = own.key['code'] ?? ''
  return { ...own, address: addressOf('PricingAdvanced', { sku }), action, resource: 'PricingAdvanced', key: { sku }, fields, grid }
}

const twice = 'The store holds this row twice, and the platform shows no way to remove only one of them.'

/** Rows that nothing in the catalogue is. A row without a key goes with all its like, so a doubled one is named only. */
export function foreignChanges(collection: Collection, foreign: readonly RecordTree[], place: RootPlace): Change[] {
  const { capabilities } = place.context
  const { identity } = resourceOf(collection.resource)
  const kept = new Set(collection.desired.map((row) => identityOf(row, capabilities)))
  const gone = new Set<string>()
  const opens = collection.resource === 'ProdAccessGroup' && collection.desired.length === 0
  return foreign.flatMap((row) => {
    const id = identityOf(row, capabilities)
    const changes = removals(row, collection, place)
    if (identity === 'none' && kept.has(id)) return changes.map((change) => ({ ...change, action: 'cannot' as const, reason: twice }))
    if (identity === 'none' && gone.has(id)) return []
    gone.add(id)
    return opens ? changes.map((change) => (change.action === 'remove' ? { ...change, opensAccess: true as const } : change)) : changes
  })
}

/** The address of a second row of the same name gets a number, so that it is unique in a plan. */
export function numbered(changes: readonly Change[]): Change[] {
  const seen = new Map<string, number>()
  return changes.map((change) => {
    const count = (seen.get(change.address) ?? 0) + 1
    seen.set(change.address, count)
    return count === 1 ? change : { ...change, address: `${change.address}#${count}` }
  })
}
