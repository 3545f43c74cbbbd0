import type { PriceAnswer } from './effective-price.ts'
import type { PriceQuery } from './price-query.ts'

/** A price with at least two places and its currency: `10.90 EUR`; `19.95` where the currency is not known. */
export function amountText(price: string, currency: string | null): string {
  const [whole = '0', places = ''] = price.split('.')
  return `${whole}.${places.padEnd(2, '0')}${currency === null ? '' : ` ${currency}`}`
}

/** A query on one line: `50 pieces, groups dealer and vip, in EUR, with glaze=gold, on 2026-12-01 08:00:00`. */
export function queryText(query: PriceQuery): string {
  const { groups, quantity, currency } = query
  const named = groups.filter((group) => group !== '')
  return [
    quantity === 1 ? '1 piece' : `${quantity} pieces`,
    ...(named.length === 0 ? [] : [`${named.length === 1 ? 'group' : 'groups'} ${named.join(' and ')}`]),
    ...(currency === null ? [] : [`in ${currency}`]),
    ...conditionWords(query),
  ].join(', ')
}

/** The conditions of a query that do not depend on the group, the quantity and the currency. */
export function conditionWords({ at, options, customerDiscount }: PriceQuery): readonly string[] {
  const choices = Object.entries(options).map(([name, value]) => `${name}=${value}`)
  return [
    ...(choices.length === 0 ? [] : [`with ${choices.join(', ')}`]),
    ...(customerDiscount === null ? [] : [`customer discount ${customerDiscount}%`]),
    ...(at === null ? [] : [`on ${at}`]),
  ]
}

/** How a price is calculated, on one line: `entry of group dealer from quantity 48 (12.00), promotion: 10% off (10.80)`. */
export function reasonText({ steps }: PriceAnswer): string {
  return steps.map(({ text, amount }) => (amount === null ? text : `${text} (${amountText(amount, null)})`)).join(', then ')
}
