import type { DesiredRecord } from '../records/desired.ts'
import { addDecimals, compareDecimals } from '../records/decimal.ts'
import { percentIn } from '../pricing/price-changes.ts'
import { amountText } from '../pricing/price-words.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import { type DatedPromotion, promotionsOf } from './promotion-dates.ts'
import type { Rule } from './rule.ts'
import { soldPrices } from './sold-prices.ts'

/** A discount is a percentage or an amount, and leaves something to pay (platform.md, "Merchandising"). */
export const discountForm: Rule = {
  id: 'discount-form',
  doc: 'A discount is a percentage from 0% to 100% such as `10%`, or an amount such as `4` that is below the price.',
  severity: 'error or warning',
  why: 'platform.md, "Merchandising": "a percentage such as <n>% or a numeric amount such as <n>". Anything else counts for nothing at best. One that takes all of the lowest price away, with the cheapest options, is a warning: it may be meant.',
  mend: 'Write `10%` for ten per cent, `10` for ten off.',
  ignorable: true,
  eachRecord: true,
  check: (context) => promotionsOf(context).flatMap(problemsOf),
}

function problemsOf({ sku, product, record }: DatedPromotion): Problem[] {
  const discount = (record.fields['discount'] ?? '').trim()
  if (discount === '') return []
  const at = spanOf(record, 'discount')
  const percent = percentIn(discount)
  if (percent !== null && percent !== '100') return []
  if (percent === '100') {
    const message = `the discount of 100% gives ${sku} away`
    return [makeProblem({ rule: 'discount-form', severity: 'warning', at, message, fix: 'Write a lower percentage, unless it is a gift.' })]
  }
  if (!/^\d+(?:\.\d+)?$/.test(discount)) {
    const message = `the discount "${discount}" of ${sku} is neither a percentage from 0% to 100% nor an amount`
    return [makeProblem({ rule: 'discount-form', at, message, fix: 'Write 10% for ten per cent, or 10 for ten off.' })]
  }
  const lowest = lowestPrice(product)
  if (lowest === undefined || (compareDecimals(discount, lowest) ?? -1) < 0) return []
  const message = `the discount of ${discount} takes the whole price of ${sku} away: its lowest price is ${amountText(lowest, null)}`
  const fix = `Write ${discount}% if per cent is meant.`
  return [makeProblem({ rule: 'discount-form', severity: 'warning', at, message, ...(Number(discount) <= 100 ? { fix } : {}) })]
}

/** The lowest price above 0 in the default currency of what is sold, with the cheapest simple options. */
function lowestPrice(product: DesiredRecord): string | undefined {
  return soldPrices(product)
    .filter(({ currency }) => currency === '')
    .map(({ price, adjustment }) => addDecimals(price, adjustment) ?? '')
    .filter((price) => (compareDecimals(price, '0') ?? 0) > 0)
    .reduce<string | undefined>(
      (lowest, price) => (lowest === undefined || (compareDecimals(price, lowest) ?? 0) < 0 ? price : lowest),
      undefined,
    )
}
