import { merchandising } from '../resources/merchandising.ts'
import { canonicalValue, shortestDecimal } from '../resources/scalar.ts'
import { addDecimals, compareDecimals, multiplyDecimals, subtractDecimals } from '../records/decimal.ts'
import { noRateText, rateOf } from './in-currency.ts'
import { endStep, noPrice, type PriceStep } from './price-step.ts'
import type { PricedSku, Promotion } from './priced-sku.ts'
import type { PriceQuery } from './price-query.ts'

/** A change of a price: from the amount before to the next step, or `null` where it does not apply. */
export type PriceChange = (before: string) => PriceStep | null

const inDefaultCurrency = 'the amount is in the default currency'

/** The changes of a list price, in this order: simple options, the promotion of the product, the discount of the customer. */
export function priceChanges(sku: PricedSku, query: PriceQuery): readonly PriceChange[] {
  return [
    ...sku.options.map(({ name, adjust }): PriceChange => {
      const value = Object.hasOwn(query.options, name) ? (query.options[name] ?? '') : ''
      const amount = Object.hasOwn(adjust, value) ? (adjust[value] ?? '') : ''
      return (before) => optionStep({ before, amount, text: `option ${name} = ${value}` }, query)
    }),
    (before) => (sku.promotion === null ? null : promotionStep(sku.promotion, before, query)),
    (before) => customerStep(query.customerDiscount, before),
  ]
}

function optionStep({ before, amount, text }: { before: string; amount: string; text: string }, query: PriceQuery): PriceStep | null {
  const plain = shortestDecimal(amount)
  if (plain === undefined || plain === '0') return null
  const rate = rateOf(query)
  if (rate === null) return noPrice(`${text} adds ${plain} in the default currency: ${noRateText(query)}`)
  const exact = addDecimals(before, multiplyDecimals(plain, rate) ?? plain) ?? before
  const sign = plain.startsWith('-') ? plain : `+${plain}`
  return endStep({ kind: 'option', text: `${text}: ${sign}${atRate(rate)}`, exact, assumed: rate === '1' ? [] : [inDefaultCurrency] })
}

function promotionStep(promotion: Promotion, before: string, query: PriceQuery): PriceStep | null {
  const { discount } = promotion
  const idle = whyIdle(promotion, query.at)
  if (idle !== null) return endStep({ kind: 'promotion', text: `promotion of ${discountText(discount)}: ${idle}`, exact: before })
  const assumed = [
    'the promotion applies after quantity, group and options',
    ...(promotion.timed ? ['its last day or second is included'] : []),
  ]
  const percent = percentIn(discount)
  if (percent !== null) {
    return endStep({ kind: 'promotion', text: `promotion: ${percent}% off`, exact: percentOff(before, percent), assumed })
  }
  const amount = shortestDecimal(discount)
  if (amount === undefined || amount.startsWith('-')) {
    const text = `promotion: "${discount}" is neither a percentage up to 100% nor an amount, so it has no effect`
    return endStep({ kind: 'promotion', text, exact: before, assumed: ['an invalid discount has no effect'] })
  }
  const rate = rateOf(query)
  if (rate === null) return noPrice(`the promotion takes ${amount} off in the default currency: ${noRateText(query)}`)
  const exact = subtractDecimals(before, multiplyDecimals(amount, rate) ?? amount) ?? before
  const more = rate === '1' ? assumed : [...assumed, inDefaultCurrency]
  return endStep({ kind: 'promotion', text: `promotion: ${amount} off${atRate(rate)}`, exact, assumed: more })
}

/** Why a promotion does not apply at a time, or `null` where it does. Both ends are inclusive, an end date without a time to its last second. */
function whyIdle({ timed, start, end }: Promotion, at: string | null): string | null {
  if (!timed) return null
  if (at === null) return 'it is timed, and the query has no time'
  if (start !== '' && at < timeOf(start)) return `it starts on ${withoutMidnight(timeOf(start))}`
  if (end === '' || at <= timeOf(end).replace(midnight, ' 23:59:59')) return null
  const last = timeOf(end)
  return midnight.test(last) ? `its last day was ${withoutMidnight(last)}` : `it ended on ${last}`
}

const midnight = / 00:00:00$/

/** The time without midnight, which a store can add to a date: the step of a price must be the same in catalogue and store. */
function withoutMidnight(time: string): string {
  return time.replace(midnight, '')
}

function timeOf(text: string): string {
  return canonicalValue(merchandising.fields.end_date, text)
}

function discountText(discount: string): string {
  const percent = percentIn(discount)
  return percent === null ? (shortestDecimal(discount) ?? discount) : `${percent}%`
}

function customerStep(discount: string | null, before: string): PriceStep | null {
  const percent = discount === null ? null : percentIn(`${discount.trim().replace(/%$/, '')}%`)
  if (percent === null || percent === '0') return null
  const assumed = ['the customer discount applies after the promotion']
  return endStep({ kind: 'customer', text: `customer discount: ${percent}% off`, exact: percentOff(before, percent), assumed })
}

/** `10%` as `10`; `null` where the text is not a percentage from 0 to 100. */
export function percentIn(text: string): string | null {
  const percent = /^(\d+(?:\.\d+)?) ?%$/.exec(text.trim())?.[1]
  const plain = percent === undefined ? undefined : shortestDecimal(percent)
  return plain === undefined || (compareDecimals(plain, '100') ?? 1) > 0 ? null : plain
}

function percentOff(price: string, percent: string): string {
  const left = subtractDecimals('100', percent) ?? '100'
  return multiplyDecimals(multiplyDecimals(price, left) ?? price, '0.01') ?? price
}

function atRate(rate: string): string {
  return rate === '1' ? '' : ` x ${rate}`
}
