import { listPrice } from '../pricing/list-price.ts'
import { plainQuery } from '../pricing/price-query.ts'
import { pricedRecord } from '../pricing/priced-sku.ts'
import { compareDecimals } from '../records/decimal.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { LeftToBuy } from './change.ts'

/** What customers can buy of a product of the catalogue, and the range of its prices. */
export function leftToBuy(product: DesiredRecord): LeftToBuy {
  const variants = product.children.Variants ?? []
  const prices = (variants.length > 0 ? variants : [product]).flatMap((sellable) => priceOf(product, sellable))
  const byPrice = prices.toSorted((a, b) => compareDecimals(a, b) ?? 0)
  return { variants: variants.length, lowest: byPrice[0] ?? null, highest: byPrice.at(-1) ?? null }
}

/** The price of one piece for a visitor, where the catalogue declares one. */
function priceOf(product: DesiredRecord, sellable: DesiredRecord): readonly string[] {
  const price = listPrice(pricedRecord(product, sellable), plainQuery).at(-1)?.amount ?? null
  return price === null ? [] : [price]
}
