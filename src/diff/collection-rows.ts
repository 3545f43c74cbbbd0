import { addressOf } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { identifyingFields, linked, rowIdentity } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { type GridChange, type RecordChange, type RootedChange, skuOfChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { removedGrid, type GridDifference } from './diff-grid.ts'
import { codeAssigner } from './code-assigner.ts'
import type { RowPair } from './own-changes.ts'
import { clearRefusal, refused, removeRefusal } from './refusals.ts'

/** An owned collection of one record, on both sides. */
export interface Collection {
  readonly resource: ResourceName
  readonly desired: readonly DesiredRecord[]
  readonly live: readonly RecordTree[]
  readonly base: readonly RecordTree[]
  /** The record of the catalogue that declares it. */
  readonly owner: DesiredRecord
}

/** Gives new rows whose key another row has the next free one; live rows keep theirs. */
export function withCodes(pairs: readonly RowPair[], { resource, live, desired }: Collection): RowPair[] {
  const { key, identity, natural, fields } = resourceOf(resource)
  if (key === null || identity !== 'own' || natural.includes(key)) return [...pairs]
  const limit = fields[key]
  const most = limit?.kind === 'text' ? limit.maxLength : undefined
  const codesOf = (rows: readonly RecordTree[]): string[] => rows.map((row) => row.fields[key] ?? '')
  const assign = codeAssigner({ inUse: codesOf(live), reserved: codesOf(desired) }, most)
  return pairs.map((pair) => {
    const code = pair.desired.fields[key]
    return pair.live || code === undefined ? pair : { ...pair, code: assign(code) }
  })
}

function removal(row: RecordTree, { owner }: Collection, place: RootPlace): RecordChange {
  const { context } = place
  const key = identifyingFields(row.resource, row.fields, context.capabilities)
  const reason = removeRefusal(row.resource, key, context.capabilities)
  return {
    kind: 'record',
    address: addressOf(row.resource, row.fields),
    ...(reason === undefined ? { action: 'remove' } : { action: 'cannot', reason }),
    resource: row.resource,
    root: place.root,
    key,
    fields: Object.entries(row.fields).map(([field, before]) => ({ field, before, after: null, base: null })),
    origin: 'adopt',
    source: context.locate(owner.spans[row.resource] ?? owner.source),
  }
}

/** A live row that the catalogue does not have, with the rows that belong to it alone: all are removed, or none. */
function removals(row: RecordTree, collection: Collection, place: RootPlace): RootedChange[] {
  const own = removal(row, collection, place)
  const below = (row.children.VariantOptions ?? []).map((child) => removal(linked(child, row), collection, place))
  const grid = own.action === 'remove' ? removedGrid(row, place.shown) : undefined
  const blocking = [own, ...below].find((change) => change.action === 'cannot')
  const reason = blocking?.action === 'cannot' ? blocking.reason : grid && clearRefusal(skuOfChange(own))
  if (reason !== undefined) return [own, ...below].map((change) => refused(change, reason))
  return [own, ...below, ...(grid ? [gridOf(own, grid)] : [])]
}

/** The prices of a variant that is removed, as a change beside that of the variant. */
function gridOf(variant: RecordChange, { action, grid, fields }: GridDifference): GridChange {
  const { root, origin, source } = variant
  const sku = skuOfChange(variant)
  return { kind: 'grid', address: addressOf('PricingAdvanced', { sku }), action, sku, root, grid, fields, origin, source }
}

const duplicateRefusal = 'The store has this row twice, and the platform documents no way to remove only one of them.'

function opening(change: RootedChange): RootedChange {
  return change.kind === 'record' && change.action === 'remove' ? { ...change, opensAccess: true } : change
}

/** The rows of the store that the catalogue does not have. Removing a row without a key removes its duplicates too, so a duplicate is only reported. */
export function foreignChanges(collection: Collection, foreign: readonly RecordTree[], place: RootPlace): RootedChange[] {
  const { capabilities } = place.context
  const { identity } = resourceOf(collection.resource)
  const kept = new Set(collection.desired.map((row) => rowIdentity(row, capabilities)))
  const removed = new Set<string>()
  const opensAccess = collection.resource === 'ProdAccessGroup' && collection.desired.length === 0
  return foreign.flatMap((row) => {
    const id = rowIdentity(row, capabilities)
    const changes = removals(row, collection, place)
    if (identity === 'none' && kept.has(id)) {
      return changes.map((change) => ({ ...change, action: 'cannot' as const, reason: duplicateRefusal }))
    }
    if (identity === 'none' && removed.has(id)) return []
    removed.add(id)
    return opensAccess ? changes.map(opening) : changes
  })
}

/** The same changes with unique addresses: a second row of the same name gets a number. */
export function numbered(changes: readonly RootedChange[]): RootedChange[] {
  const counts = new Map<string, number>()
  return changes.map((change) => {
    const count = (counts.get(change.address) ?? 0) + 1
    counts.set(change.address, count)
    return count === 1 ? change : { ...change, address: `${change.address}#${count}` }
  })
}
