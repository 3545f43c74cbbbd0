import { amountText } from '../pricing/price-words.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { compareDecimals, multiplyDecimals } from '../records/decimal.ts'
import type { PriceRange, ProductPrice } from './product-prices.ts'
import type { Rule } from './rule.ts'

/** A category of fewer other products shows nothing about a price, nor one where the highest of their prices is more than `spread` times the lowest. */
const inCategory = { fewestOthers: 2, spread: '3' }
const fewestInCatalogue = 10
/** How a decimal point that is one, two or three places off is corrected. */
const corrections = { tooHigh: ['0.1', '0.01', '0.001'], tooLow: ['10', '100', '1000'] } as const

/** No product has a price whose decimal point is misplaced, as other products show (docs/api.md, "Product"). */
export const priceSlip: Rule = {
  id: 'price-slip',
  topic: 'prices',
  doc: 'No product costs ten times more or less than all others of its category while a moved decimal point makes its price similar to theirs, and none ten times more than all others of the catalogue.',
  severity: 'warning',
  why: 'platform.md, "Product": "price when using simple pricing". 990 for 9.90 is a valid price: only other products show that it is wrong. A category shows it where it has two others or more and the dearest of them costs at most three times the cheapest; a category of mixed prices is not checked, and a catalogue of fewer than eleven products only by category. The price of a product with variants is that of its cheapest variant; single variants and the prices of a grid are checked by `price-out-of-line`. `planogram plan` reports every price that moves by 10, 100 or 1000, whatever its neighbours cost.',
  fix: 'Correct the price. Where it is intentional, write `# planogram-ignore: price-slip` on its line.',
  ignorable: true,
  check: ({ facts: { prices } }) => {
    const slips = [...[...prices.byCategory].flatMap(([code, range]) => slipsInCategory(code, range)), ...slipsIn(prices.all)]
    // A product can be in several categories, and is reported once.
    return [...new Map(slips.toReversed().map(({ sku, problem }) => [sku, problem])).values()].toReversed()
  },
}

interface Slip {
  readonly sku: string
  readonly problem: Problem
}

/** The dearest and the cheapest product of a category, where one is out of line and the others are alike. */
function slipsInCategory(code: string, { count, lowest, highest }: PriceRange): Slip[] {
  const [first, second] = lowest
  const [last, beforeLast] = highest
  if (count <= inCategory.fewestOthers || !first || !second || !last || !beforeLast) return []
  const others = `${count - 1} other products of category ${code}`
  return [
    ...slipAmong(last, { others, low: first, high: beforeLast, near: beforeLast }, 'tooHigh'),
    ...slipAmong(first, { others, low: second, high: last, near: second }, 'tooLow'),
  ]
}

/** The other products of a category: their cheapest and their dearest, and the one with the nearest price. */
interface Others {
  /** `3 other products of category mugs`. */
  readonly others: string
  readonly low: ProductPrice
  readonly high: ProductPrice
  readonly near: ProductPrice
}

function slipAmong(suspect: ProductPrice, others: Others, fault: keyof typeof corrections): Slip[] {
  const { low, high, near } = others
  const { spread } = inCategory
  const [cheaper, dearer] = fault === 'tooHigh' ? [near, suspect] : [suspect, near]
  if (!isWithin(low.price, high.price, spread) || !isAtLeast(dearer.price, cheaper.price, '10')) return []
  const meant = corrections[fault]
    .map((factor) => multiplyDecimals(suspect.price, factor) ?? suspect.price)
    .find((moved) => isWithin(low.price, moved, spread) && isWithin(moved, high.price, spread))
  return meant === undefined ? [] : [slip(suspect, others, `Write ${amountText(meant, null)} if the decimal point is misplaced.`)]
}

/** The dearest product of a catalogue, where no other costs a tenth of it. The cheapest may be: many shops sell small parts. */
function slipsIn({ count, lowest, highest }: PriceRange): Slip[] {
  const [low] = lowest
  const [last, near] = highest
  if (count <= fewestInCatalogue || !low || !last || !near || !isAtLeast(last.price, near.price, '10')) return []
  return [slip(last, { others: `${count - 1} other products`, low, high: near, near }, 'Check its decimal point.')]
}

function slip({ sku, price, at }: ProductPrice, { others, low, high, near }: Others, fix: string): Slip {
  const [own, least, most] = [price, low.price, high.price].map((each) => amountText(each, null))
  const cost = least === most ? `cost ${least}` : `cost ${least} to ${most}`
  return {
    sku,
    problem: makeProblem({
      rule: 'price-slip',
      severity: 'warning',
      at,
      message: `${sku} costs ${own}, the ${others} ${cost}`,
      fix,
      related: { message: 'the nearest price', at: near.at },
    }),
  }
}

/** True where `high` is at most `factor` times `low`. */
function isWithin(low: string, high: string, factor: string): boolean {
  return (compareDecimals(high, multiplyDecimals(low, factor) ?? '') ?? 1) <= 0
}

/** True where `high` is at least `factor` times `low`. */
function isAtLeast(high: string, low: string, factor: string): boolean {
  return (compareDecimals(high, multiplyDecimals(low, factor) ?? '') ?? -1) >= 0
}
