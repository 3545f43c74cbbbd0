import { addressOf } from '../records/address.ts'
import { resourceOf } from '../resources/registry.ts'
import type { GridChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { diffGrid, fieldsOfWay } from './diff-grid.ts'
import { originOf, type Pair } from './field-changes.ts'
import { clearRefusal } from './refusals.ts'

/** The grid of a record as a change, if it differs. */
export function gridChange(pair: Pair, place: RootPlace): GridChange | undefined {
  const { desired } = pair
  const difference = desired.children.PricingAdvanced === undefined ? undefined : diffGrid(pair, place.shown)
  if (!difference) return undefined
  const { action, grid, fields } = difference
  const sku = desired.fields[resourceOf(desired.resource).key ?? ''] ?? ''
  const first = desired.children.PricingAdvanced?.[0]
  const reason = grid.before.length > 0 && grid.way !== 'in-place' ? clearRefusal(sku) : undefined
  return {
    kind: 'grid',
    address: addressOf('PricingAdvanced', { sku }),
    ...(reason === undefined ? { action } : { action: 'cannot', reason }),
    sku,
    root: place.root,
    grid,
    fields,
    origin: originOf(pair, fields),
    source: place.context.locate(first?.source ?? desired.source),
  }
}

/** The fields of the owner's record that the steps of a grid write, so that its own change leaves them out. */
export function fieldsOfGrid(change: GridChange | undefined): ReadonlySet<string> {
  return new Set(change ? fieldsOfWay(change.grid.way) : [])
}
