import { groupText, quantityText } from '../pricing/grid-row.ts'
import { addDecimals, compareDecimals } from '../records/decimal.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { isHidden } from '../records/named-fields.ts'
import { amountText } from '../pricing/price-words.ts'
import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import type { Rule } from './rule.ts'
import { type SoldPrice, soldPrices } from './sold-prices.ts'

/** Nothing is free by mistake (platform.md, "Product" and "PricingAdvanced": price). */
export const priceZero: Rule = {
  id: 'price-zero',
  topic: 'prices',
  doc: 'Every price of a product that is not inactive is above 0, also with the cheapest of its simple options.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": "price charged". A price of 0 is an empty spreadsheet cell far more often than a gift. Options lower a price too: "each adjustment a positive or negative integer".',
  fix: 'Set the price. Where the item is free on purpose, write `# planogram-ignore: price-zero` on the line; where it is not for sale yet, `inactive: true`.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => foldFindings('price-zero', (desired.roots.Product ?? []).filter(mayBeFree).flatMap(freeOf)),
}

/** False for most products: without options that change a price, every price above 0 is one. */
function mayBeFree(product: DesiredRecord): boolean {
  if (isHidden(product)) return false
  const { Variants: variants = [], Options: options = [] } = product.children
  if (variants.length > 0) return !variants.every(hasPricesOnly)
  return options.length > 0 || !hasPricesOnly(product)
}

/** True where all prices of a product or variant are above 0. */
function hasPricesOnly(sellable: DesiredRecord): boolean {
  const { PricingAdvanced: rows = [] } = sellable.children
  return rows.length > 0 ? rows.every(isAboveZero) : isAboveZero(sellable)
}

function isAboveZero({ fields }: DesiredRecord): boolean {
  return Number(fields['price'] ?? '') > 0
}

function freeOf(product: DesiredRecord): Finding[] {
  return soldPrices(product).flatMap((sold) => {
    const { record, price, adjustment, currency } = sold
    // Prices calculated from another list are reported by `extended-price`.
    if (record.spans['extends']) return []
    return isNothing(price, currency === '' ? adjustment : '0') ? [finding(sold)] : []
  })
}

/** Prices are plain decimals from 0: without an adjustment no arithmetic is needed. */
function isNothing(price: string, adjustment: string): boolean {
  if (adjustment === '0') return !/[1-9]/.test(price)
  return (compareDecimals(addDecimals(price, adjustment) ?? '', '0') ?? 1) <= 0
}

function finding({ sku, record, price, currency, adjustment, choice }: SoldPrice): Finding {
  const { group_code: group = '', start, end } = record.fields
  const whom = record.resource === 'PricingAdvanced' ? ` for ${groupText(group)} ${quantityText(Number(start), Number(end))}` : ''
  const lowered = adjustment === '0' ? '' : ` and the options add ${adjustment}`
  return {
    subject: sku,
    body: `is free${whom}${currency === '' ? '' : ` in ${currency}`}${choice === '' ? '' : ` with ${choice}`}: the price is ${amountText(price, null)}${lowered}`,
    fix: lowered === '' ? 'Set the price.' : 'Raise the price, or the adjustment of the option.',
    severity: 'warning',
    at: spanOf(record, 'price'),
  }
}
