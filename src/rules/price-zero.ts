import { addDecimals, compareDecimals } from '../records/decimal.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { amountText } from '../pricing/price-words.ts'
import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { groupText, quantityText } from './grids-of.ts'
import type { Rule } from './rule.ts'
import { type SoldPrice, soldPrices } from './sold-prices.ts'

/** Nobody gets a thing for nothing by a slip (platform.md, "Product" and "PricingAdvanced": price). */
export const priceZero: Rule = {
  id: 'price-zero',
  doc: 'Every price of a product that is not inactive is above 0, with the cheapest of its simple options too.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": "price charged". A price of 0 is an empty cell of a spreadsheet far more often than a gift, and the first order shows it. Options lower a price too: "each adjustment a positive or negative integer".',
  mend: 'Write the price. Where it is meant to be free, write `# planogram-ignore: price-zero` on the line; where it is not for sale yet, `inactive: true`.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => foldFindings('price-zero', (desired.roots.Product ?? []).filter(isShown).flatMap(freeOf)),
}

function isShown({ fields }: DesiredRecord): boolean {
  return fields['inactive'] !== 'true'
}

function freeOf(product: DesiredRecord): Finding[] {
  return soldPrices(product).flatMap((sold) => {
    const { record, price, adjustment, currency } = sold
    // A list that made it of another one says so itself: `extended-price`.
    if (record.spans['extends']) return []
    return isNothing(price, currency === '' ? adjustment : '0') ? [finding(sold)] : []
  })
}

/** Prices are plain decimals from 0, and there are many of them. */
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
    fix: lowered === '' ? 'Write the price.' : 'Raise the price, or take less off for the option.',
    severity: 'warning',
    at: spanOf(record, 'price'),
  }
}
