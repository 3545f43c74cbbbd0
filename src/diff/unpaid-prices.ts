import { keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { isOn } from '../resources/scalar.ts'

/**
 * The skus of a product whose simple price customers do not pay: the catalogue declares it and no grid, and the grid of the store is on.
 * `live` has `advanced_pricing` wherever a product of the catalogue declares a price.
 */
export function unpaidSkus(desired: RecordTree, live: RecordTree): readonly string[] {
  const own = isUnpaid(desired, live) ? [keyOf(desired)] : []
  const withGrid = (live.children.Variants ?? []).filter(hasGrid)
  // Most products have no variant with a grid that is on, or declare all of these grids.
  if (withGrid.length === 0 || !desired.children.Variants?.some(declaresPriceAlone)) return own
  const byCode = new Map(withGrid.map((variant) => [keyOf(variant), variant]))
  const unpaid = desired.children.Variants.filter((variant) => {
    const stored = byCode.get(keyOf(variant))
    return stored !== undefined && isUnpaid(variant, stored)
  })
  return [...own, ...unpaid.map(keyOf)]
}

function isUnpaid(desired: RecordTree, live: RecordTree): boolean {
  return hasGrid(live) && declaresPriceAlone(desired)
}

function hasGrid({ fields }: RecordTree): boolean {
  return isOn(fields['advanced_pricing'])
}

function declaresPriceAlone({ fields, children }: RecordTree): boolean {
  const price = fields['price'] ?? ''
  return price.trim() !== '' && fields['advanced_pricing'] === undefined && children.PricingAdvanced === undefined
}
