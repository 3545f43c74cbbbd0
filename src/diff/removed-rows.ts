import { addressOf } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { orderedFields } from '../records/field-order.ts'
import { type GridChange, type RecordChange, type RootedChange, skuOfChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { dearestPrice } from './grid-way.ts'
import { leftToBuy } from './left-to-buy.ts'
import type { PreparedCollection, PreparedForeign } from './prepare-pair.ts'
import { clearRefusal, refused, removeRefusal } from './refusals.ts'

const duplicateRefusal = 'The catalogue repeats this row, the store has it more often, and equal rows can only be removed together.'

/** The rows of the store that the catalogue does not have. Removing a row without a key removes its duplicates too, so one of a row that the catalogue repeats is only reported. */
export function foreignChanges({ resource, owner, rows, foreign }: PreparedCollection, place: RootPlace): RootedChange[] {
  const opensAccess = resource === 'ProdAccessGroup' && rows.length === 0
  const changes = foreign.flatMap((each) => {
    const all = removals(each, owner, place)
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

/** A live row that the catalogue does not have, with the rows that belong to it alone: all are removed, or none. */
function removals(foreign: PreparedForeign, owner: DesiredRecord, place: RootPlace): RootedChange[] {
  const own = removal(foreign, owner, place)
  const below = foreign.below.map((row) => removal(row, owner, place))
  const grid = own.action === 'remove' && foreign.grid.live.length > 0 ? removedGrid(own, foreign, place.shown) : undefined
  const blocking = [own, ...below].find((change) => change.action === 'cannot')
  const reason = blocking?.action === 'cannot' ? blocking.reason : grid && clearRefusal(grid.sku)
  if (reason !== undefined) return [own, ...below].map((change) => refused(change, reason))
  return [own, ...below, ...(grid ? [grid] : [])]
}

function removal({ row, key }: PreparedForeign, owner: DesiredRecord, { root, context }: RootPlace): RecordChange {
  const reason = removeRefusal(row.resource, key, context.capabilities)
  return {
    kind: 'record',
    address: addressOf(row.resource, row.fields),
    ...(reason === undefined ? { action: 'remove' } : { action: 'cannot', reason }),
    resource: row.resource,
    root,
    key,
    fields: Object.entries(orderedFields(row.resource, row.fields)).map(([field, before]) => ({ field, before, after: null, base: null })),
    origin: 'adopt',
    source: context.locate(owner.spans[row.resource] ?? owner.source),
  }
}

/**
 * The prices of a variant that is removed, as a change beside that of the variant: they are deleted first. So that it is never
 * on sale without them, its simple price applies meanwhile, which is then the highest of the grid.
 */
function removedGrid(variant: RecordChange, { grid, ownerBefore }: PreparedForeign, shown: boolean): GridChange {
  const { root, origin, source } = variant
  const sku = skuOfChange(variant)
  return {
    kind: 'grid',
    address: addressOf('PricingAdvanced', { sku }),
    action: 'remove',
    sku,
    root,
    grid: {
      owner: 'Variants',
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
