import { addressOf } from '../../records/address.ts'
import { skuOf } from '../../records/named-fields.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { canonicalValue, isOn } from '../../resources/scalar.ts'
import { collapseField } from './collapse-fields.ts'
import { collapseGrid, derivedPrice, gridKey, priceRows } from './collapse-grid.ts'
import type { Collapsing } from './collapsing.ts'
import type { DocumentValue } from '../../yaml/document-value.ts'

/** True where the price entries of a product or variant decide its price. */
export function isGridOn({ fields, children }: RecordTree): boolean {
  return isOn(fields['advanced_pricing']) && (children.PricingAdvanced ?? []).length > 0
}

/**
 * `price` and `pricing` of a product or variant (semantics.md 3): the grid where it is on, with a price only where it differs from the
 * derived price; else the price. Entries that are switched off are left to the store; so is advanced pricing without entries.
 */
export function collapsePricing(context: Collapsing, record: RecordTree, owner: RecordTree): [string, DocumentValue | undefined][] {
  const rows = priceRows(record)
  const price = collapseField(record, 'price')
  if (!isGridOn(record)) {
    if (rows.length > 0) leaveRows(context, record, owner)
    return [['price', price]]
  }
  const key = gridKey(rows)
  const derived = derivedPrice(rows)
  const own = canonicalValue({ kind: 'decimal', doc: '' }, record.fields['price'] ?? '')
  const needed = record.fields['price'] !== undefined && derived !== own && (own !== '' || derived !== undefined)
  return [
    ['price', needed ? (price ?? '') : undefined],
    ['pricing', context.priceListOf(key) ?? collapseGrid(rows)],
  ]
}

function leaveRows({ leaveOut }: Collapsing, record: RecordTree, owner: RecordTree): void {
  const isVariant = record !== owner
  leaveOut({
    address: addressOf(owner.resource, owner.fields),
    key: isVariant ? 'variants' : 'pricing',
    reason: `the price entries ${isVariant ? `of variant ${skuOf(record)} ` : ''}are switched off (advanced_pricing)`,
  })
}
