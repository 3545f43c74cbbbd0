import { addressOf } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { orderedFields } from '../records/field-order.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { SourcePlace } from '../source/source.ts'
import { type ChangeRoot, type GridChange, type GridDiff, type RecordChange, type RootedChange, skuOfChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { dearestPrice } from './grid-way.ts'
import { leftToBuy } from './left-to-buy.ts'
import type { PreparedCollection, PreparedForeign } from './prepare-pair.ts'
import { clearRefusal, refused, removeRefusal } from './refusals.ts'

const duplicateRefusal = 'The catalogue repeats this row, the store has it more often, and equal rows can only be removed together.'

/** The rows of the store that the catalogue does not have. Removing a row without a key removes its duplicates too, so one of a row that the catalogue repeats is only reported. */
export function foreignChanges(
  { resource, owner, rows, foreign }: PreparedCollection,
  { root, shown, context }: RootPlace,
): RootedChange[] {
  const source = context.locate(owner.spans[resource] ?? owner.source)
  const place: RemovalPlace = { root, shown, capabilities: context.capabilities, source }
  const opensAccess = resource === 'ProdAccessGroup' && rows.length === 0
  const changes = foreign.flatMap((each) => {
    const all = removals(each, place)
    if (each.isDuplicate) return all.map((change) => ({ ...change, action: 'cannot' as const, reason: duplicateRefusal }))
    return opensAccess ? all.map(opening) : all
  })
  return resource === 'Variants' ? withLeft(changes, owner) : changes
}

/** Removals of variants name what is left; where one cannot be removed, it is left too and the catalogue alone does not know. */
function withLeft(changes: readonly RootedChange[], owner: DesiredRecord): RootedChange[] {
  const variants = changes.filter(isVariant)
  if (variants.length === 0 || variants.some(({ action }) => action === 'cannot')) return [...changes]
  const left = leftToBuy(owner)
  return changes.map((change) => (isVariant(change) ? { ...change, left } : change))
}

function isVariant(change: RootedChange): change is RecordChange {
  return change.kind === 'record' && change.resource === 'Variants'
}

function opening(change: RootedChange): RootedChange {
  return change.kind === 'record' && change.action === 'remove' ? { ...change, opensAccess: true } : change
}

/** Where a removed row belongs. */
export interface RemovalPlace {
  readonly root: ChangeRoot
  /** True where shoppers see the root record now. */
  readonly shown: boolean
  readonly capabilities: Capabilities
  /** Where the catalogue declares the collection, or has declared the row. */
  readonly source: SourcePlace | null
}

/** A live row that the catalogue does not have, with the rows that belong to it alone: all are removed, or none. */
export function removals(foreign: PreparedForeign, place: RemovalPlace): RootedChange[] {
  const own = removal(foreign, place)
  const below = foreign.below.map((row) => removal(row, place))
  const grid =
    own.action === 'remove' && foreign.grid.live.length > 0
      ? clearedGrid(own, foreign, { owner: 'Variants', shown: place.shown })
      : undefined
  const blocking = [own, ...below].find((change) => change.action === 'cannot')
  const reason = blocking?.action === 'cannot' ? blocking.reason : grid && clearRefusal(grid.sku)
  if (reason !== undefined) return [own, ...below].map((change) => refused(change, reason))
  return [own, ...below, ...(grid ? [grid] : [])]
}

function removal({ row, key, origin }: PreparedForeign, { root, capabilities, source }: RemovalPlace): RecordChange {
  const reason = removeRefusal(row.resource, key, capabilities)
  return {
    kind: 'record',
    address: addressOf(row.resource, row.fields),
    ...(reason === undefined ? { action: 'remove' } : { action: 'cannot', reason }),
    resource: row.resource,
    root,
    key,
    fields: Object.entries(orderedFields(row.resource, row.fields)).map(([field, before]) => ({ field, before, after: null, base: null })),
    origin,
    source,
  }
}

/**
 * The prices of a variant or product that is removed, as a change beside its own: they are deleted first. So that it is never
 * on sale without them, its simple price applies meanwhile, which is then the highest of the grid.
 */
export function clearedGrid(
  removed: RecordChange,
  { grid, ownerBefore }: PreparedForeign,
  { owner, shown }: { readonly owner: GridDiff['owner']; readonly shown: boolean },
): GridChange {
  const { root, origin, source } = removed
  const sku = skuOfChange(removed)
  return {
    kind: 'grid',
    address: addressOf('PricingAdvanced', { sku }),
    action: 'remove',
    sku,
    root,
    grid: {
      owner,
      ownerBefore,
      way: 'clear',
      before: grid.live,
      after: [],
      bridgePrice: ownerBefore.on ? dearestPrice(grid) : null,
      onSale: shown && ownerBefore.on,
      ownerRemoved: true,
    },
    fields: ownerBefore.on ? [{ field: 'advanced_pricing', before: 'true', after: 'false', base: null }] : [],
    origin,
    source,
  }
}
