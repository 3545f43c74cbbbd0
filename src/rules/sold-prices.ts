import { skuOf } from '../records/named-fields.ts'
import { addDecimals, compareDecimals } from '../records/decimal.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { type PricedOption, pricedSku } from '../pricing/priced-sku.ts'

/** A price that a customer can be charged, before any promotion. */
export interface SoldPrice {
  /** The sku or variant code. */
  readonly sku: string
  /** The entry of a grid, or the product or variant with a simple price. */
  readonly record: DesiredRecord
  /** As written; `currency` is empty for the default currency. */
  readonly price: string
  readonly currency: string
  /** The amount that the cheapest choice of simple options adds, often 0 or negative, and the choice: `size = m, glaze = plain`. */
  readonly adjustment: string
  readonly choice: string
}

/** Every price of the variants of a product, or of the product itself where it has none. */
export function soldPrices(product: DesiredRecord): readonly SoldPrice[] {
  const variants = product.children.Variants ?? []
  if (variants.length > 0) return variants.flatMap((variant) => pricesOf(variant, { adjustment: '0', choice: '' }))
  return pricesOf(product, cheapest(product.children.Options ? (pricedSku(product, skuOf(product))?.options ?? []) : []))
}

type Cheapest = Pick<SoldPrice, 'adjustment' | 'choice'>

function pricesOf(sellable: DesiredRecord, options: Cheapest): SoldPrice[] {
  const rows = sellable.children.PricingAdvanced ?? []
  return (rows.length > 0 ? rows : [sellable]).flatMap((record) => {
    const { price = '', currency_code: currency = '' } = record.fields
    return price === '' ? [] : [{ sku: skuOf(sellable), record, price, currency, ...options }]
  })
}

/** The value of each option that adds the least. */
function cheapest(options: readonly PricedOption[]): Cheapest {
  let adjustment = '0'
  const choices = options.flatMap(({ name, values, adjust }) => {
    const [first, ...rest] = values.map((value) => ({ value, amount: Object.hasOwn(adjust, value) ? (adjust[value] ?? '0') : '0' }))
    if (!first) return []
    const least = rest.reduce((found, each) => ((compareDecimals(each.amount, found.amount) ?? 0) < 0 ? each : found), first)
    adjustment = addDecimals(adjustment, least.amount) ?? adjustment
    return [`${name} = ${least.value}`]
  })
  return { adjustment, choice: choices.join(', ') }
}
