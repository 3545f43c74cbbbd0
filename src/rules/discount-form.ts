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

/** A discount is a percentage or an amount that is below the price (platform.md, "Merchandising"). */
export const discountForm: Rule = {
  id: 'discount-form',
  topic: 'promotions',
  doc: 'A discount is a percentage from 0% to 100% such as `10%`, or an amount such as `4` that is below the price.',
  severity: 'error or warning',
  why: 'platform.md, "Merchandising": "a percentage such as <n>% or a numeric amount such as <n>". What the store does with other values is not shown. A discount that takes off the whole lowest price, with the cheapest options, is a warning: it may be intentional.',
  fix: 'Write `10%` for 10 per cent, `10` for 10 off the price.',
  ignorable: true,
  eachRecord: true,
  check: (context) => promotionsOf(context).flatMap(problemsOf),
}

function problemsOf({ sku, product, record }: DatedPromotion): Problem[] {
  const discount = record.fields['discount'] ?? ''
  if (discount.trim() === '') return []
  const at = spanOf(record, 'discount')
  const percent = isWithoutBlanks(discount) ? percentIn(discount) : null
  if (percent !== null && percent !== '100') return []
  if (percent === '100') {
    const message = `the discount of 100% makes ${sku} free`
    return [
      makeProblem({
        rule: 'discount-form',
        severity: 'warning',
        at,
        message,
        fix: 'Write a lower percentage, unless this is intentional.',
      }),
    ]
  }
  if (!isAmount(discount)) {
    const message = `the discount "${discount}" of ${sku} is neither a percentage from 0% to 100% nor an amount`
    return [makeProblem({ rule: 'discount-form', at, message, fix: formFix(discount) })]
  }
  const lowest = lowestPrice(product)
  if (lowest === undefined || (compareDecimals(discount, lowest) ?? -1) < 0) return []
  const message = `the discount of ${discount} takes off the whole price of ${sku}: its lowest price is ${amountText(lowest, null)}`
  const fix = `Write ${discount}% for a percentage.`
  return [makeProblem({ rule: 'discount-form', severity: 'warning', at, message, ...(Number(discount) <= 100 ? { fix } : {}) })]
}

function isAmount(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text)
}

/** A store refuses blanks, also before the percent sign. */
function isWithoutBlanks(text: string): boolean {
  return !/\s/.test(text)
}

function formFix(discount: string): string {
  const plain = discount.replaceAll(/\s/g, '')
  return percentIn(plain) !== null || isAmount(plain)
    ? `Write ${plain}, without blanks.`
    : 'Write 10% for 10 per cent, or 10 for 10 off the price.'
}

/** The lowest price above 0 in the default currency, with the cheapest simple options. */
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
