import { compareDecimals, multiplyDecimals } from '../records/decimal.ts'
import { endStep, noPrice, type PriceStep } from './price-step.ts'
import type { PriceQuery } from './price-query.ts'

const rateFromConfig = 'the rate is from planogram.yaml, because the API does not show the rate of the store'

/** The currency of the payment; `null` where neither the query nor the config names one. */
export function currencyOf({ currency, currencies }: PriceQuery): string | null {
  return currency ?? currencies.default
}

/** The value of one unit of the default currency in the currency of the query: `1` for the default currency, `null` where no rate is known. */
export function rateOf({ currency, currencies }: PriceQuery): string | null {
  if (currency === null || currency === currencies.default) return '1'
  const rate = Object.hasOwn(currencies.rates, currency) ? currencies.rates[currency] : undefined
  return rate !== undefined && (compareDecimals(rate, '0') ?? 0) > 0 ? rate : null
}

/** A price in the default currency, followed by the conversion where the query has another currency (platform.md, "PricingAdvanced", rule 3). */
export function inCurrency(price: PriceStep, query: PriceQuery): readonly PriceStep[] {
  const rate = rateOf(query)
  if (rate === null) return [price, noPrice(noRateText(query))]
  if (query.currency === null || query.currency === query.currencies.default || price.amount === null) return [price]
  const exact = multiplyDecimals(price.amount, rate) ?? price.amount
  const from = query.currencies.default ?? 'the default currency'
  return [price, endStep({ kind: 'rate', text: `x ${rate}, the rate from ${from} to ${query.currency}`, exact, assumed: [rateFromConfig] })]
}

/** The reason why a price in this currency cannot be calculated. */
export function noRateText({ currency, currencies }: PriceQuery): string {
  const known = Object.keys(currencies.rates)
  const list = known.length === 0 ? 'it has no rates' : `it has ${known.join(', ')}`
  return `no price is forced in ${currency}, and \`currencies\` in planogram.yaml has no rate for it (${list})`
}
