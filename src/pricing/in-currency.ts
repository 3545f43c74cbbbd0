import { compareDecimals, multiplyDecimals } from '../records/decimal.ts'
import { endStep, noPrice, type PriceStep } from './price-step.ts'
import type { PriceQuery } from './price-query.ts'

const ratesAreOurs = 'the rate is that of planogram.yaml, for the API does not show the one of the store'

/** The currency that the customer pays in; `null` where neither query nor config names one. */
export function currencyOf({ currency, currencies }: PriceQuery): string | null {
  return currency ?? currencies.default
}

/** What one unit of the default currency is worth: `1` for the default currency itself, `null` where no rate is known. */
export function rateOf({ currency, currencies }: PriceQuery): string | null {
  if (currency === null || currency === currencies.default) return '1'
  const rate = Object.hasOwn(currencies.rates, currency) ? currencies.rates[currency] : undefined
  return rate !== undefined && (compareDecimals(rate, '0') ?? 0) > 0 ? rate : null
}

/** A price of the default currency with the step into the currency of the query, where it is another (platform.md, rule 3). */
export function inCurrency(price: PriceStep, query: PriceQuery): readonly PriceStep[] {
  const rate = rateOf(query)
  if (rate === null) return [price, noPrice(noRateText(query))]
  if (query.currency === null || query.currency === query.currencies.default || price.amount === null) return [price]
  const exact = multiplyDecimals(price.amount, rate) ?? price.amount
  const from = query.currencies.default ?? 'the default currency'
  return [price, endStep({ kind: 'rate', text: `x ${rate}, the rate from ${from} to ${query.currency}`, exact, assumed: [ratesAreOurs] })]
}

/** Why a price in this currency cannot be worked out. */
export function noRateText({ currency, currencies }: PriceQuery): string {
  const known = Object.keys(currencies.rates)
  const list = known.length === 0 ? 'none is given' : `given are ${known.join(', ')}`
  return `no price is forced in ${currency} here, and \`currencies\` in planogram.yaml has no rate for it (${list})`
}
