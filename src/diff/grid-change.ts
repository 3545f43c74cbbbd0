import { addressOf } from '../records/address.ts'
import { resourceOf } from '../resources/registry.ts'
import type { Change } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { diffGrid, fieldsOfWay } from './diff-grid.ts'
import { originOf, type Pair } from './field-changes.ts'
import { clearRefusal } from './refusals.ts'

/** The grid of a record as a change, if it differs. */
export function gridChange(pair: Pair, place: RootPlace): Change | undefined {
  const { desired } = pair
  const difference = desired.children.PricingAdvanced === undefined ? undefined : diffGrid(pair, place.shown)
  if (!difference) return undefined
  const { action, grid, fields } = difference
  const sku = desired.fields[resourceOf(desired.resource).key ?? ''] ?? ''
  const first = desired.children.PricingAdvanced?.[0]
  const reason = grid.before.length > 0 && grid.way !== 'in-place' ? clearRefusal(sku) : undefined
  return {
    address: addressOf('PricingAdvanced', { sku }),
    action: reason === undefined ? action : 'cannot',
    resource: 'PricingAdvanced',
    root: place.root,
    rootResource: place.rootResource,
    title: place.title,
    key: { sku },
    fields,
    grid,
    origin: originOf(pair, fields),
    source: place.context.locate(first?.source ?? desired.source),
    ...(reason === undefined ? {} : { reason }),
  }
}

/** The fields of the owner's record that a grid writes itself, so that nobody else does. */
export function fieldsOfGrid(change: Change | undefined): ReadonlySet<string> {
  return new Set(change?.grid ? fieldsOfWay(change.grid.way) : [])
}
