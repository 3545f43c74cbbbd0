import { groupText } from '../pricing/grid-row.ts'
import { compareDecimals, multiplyDecimals } from '../records/decimal.ts'
import { skuOf } from '../records/named-fields.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { amountText } from '../pricing/price-words.ts'
import { everySellable, spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { allBeside, type Column, defaultsOf, gridsOf, stepsOf, withRowsBeside } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** A misplaced decimal point makes a price ten times what it should be, or a tenth. */
const factor = '10'
/** Variants whose prices differ by at most this factor have similar prices. */
const similar = 1.5

/** No price is ten times, or a tenth, of a neighbouring price (platform.md, "PricingAdvanced"). */
export const priceOutOfLine: Rule = {
  id: 'price-out-of-line',
  topic: 'prices',
  doc: 'No price of a grid is a tenth or less of the one before it or of the default price, no simple price beside a grid is ten times more or less than the grid, and no variant costs ten times more or less than all others.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": "a grid over quantity breaks, customer groups (tiers) and currencies": neighbouring prices are close to each other. A factor of ten is a misplaced decimal point. Prices that are too high are reported by `price-rises-with-quantity` and `dealer-dearer`.',
  fix: 'Correct the price. Where it is intentional, write `# planogram-ignore: price-out-of-line` on its line.',
  ignorable: true,
  eachRecord: true,
  check: (context) => foldFindings('price-out-of-line', [...inGrids(context), ...besideGrids(context), ...amongVariants(context)]),
}

function* inGrids(context: RuleContext): Generator<Finding> {
  for (const grid of gridsOf(context)) {
    const { columns } = grid
    const drops = dropsIn(columns)
    for (const { column, row, before } of drops) {
      yield findingOf(grid.sku, { row, near: before, ...wordsOf(column, row), than: (price) => `the ${price} of the break before` })
    }
    // A wrong default price is reported once, not again for each group.
    const reported = new Set(drops.flatMap(({ row, before }) => [row, before]))
    for (const column of columns) {
      const defaults = defaultsOf(column, columns)
      if (defaults && !allBeside(column, defaults, isNear)) yield* againstDefault({ sku: grid.sku, column, defaults, reported })
    }
  }
}

interface Drop {
  readonly column: Column
  readonly row: DesiredRecord
  readonly before: DesiredRecord
}

function dropsIn(columns: readonly Column[]): Drop[] {
  const drops: Drop[] = []
  for (const column of columns) {
    for (const [before, row] of stepsOf(column, (price, last) => !isNear(price, last))) {
      if (isFarBelow(row, before)) drops.push({ column, row, before })
    }
  }
  return drops
}

interface InGrid {
  readonly sku: string
  readonly column: Column
  readonly defaults: Column
  /** Rows of problems that are reported already. */
  readonly reported: ReadonlySet<DesiredRecord>
}

function* againstDefault({ sku, column, defaults, reported }: InGrid): Generator<Finding> {
  for (const { row, beside } of withRowsBeside(column.rows, defaults.rows)) {
    const usual = beside.find((other) => Number(other.fields['start']) <= Number(row.fields['start']))
    if (!usual || reported.has(row) || reported.has(usual) || !isFarBelow(row, usual)) continue
    return yield findingOf(sku, { row, near: usual, ...wordsOf(column, row), than: (price) => `the default price of ${price}` })
  }
}

/** The simple price of a sku with a grid, which applies while the grid is off, far from every default price of the grid. */
function* besideGrids({ desired }: RuleContext): Generator<Finding> {
  for (const sellable of everySellable(desired)) {
    let first: DesiredRecord | undefined
    for (const row of sellable.children.PricingAdvanced ?? []) {
      if (row.fields['group_code'] || row.fields['currency_code']) continue
      first ??= row
      if (isOff(sellable, row)) continue
      first = undefined
      break
    }
    if (!first) continue
    yield findingOf(skuOf(sellable), {
      row: sellable,
      near: first,
      whom: '',
      from: ' while its grid is off',
      than: (price) => `the ${price} of the grid`,
    })
  }
}

/** The variant that is far above or far below all others of its product. */
function* amongVariants({ desired }: RuleContext): Generator<Finding> {
  for (const product of desired.roots.Product ?? []) {
    const variants = product.children.Variants ?? []
    if (areNear(variants)) continue
    const rising = variants.filter((variant) => priceOf(variant) > 0).toSorted((a, b) => priceOf(a) - priceOf(b))
    yield* outlier(rising.at(-1), rising.slice(0, -1).toReversed())
    if (rising.length > 2) yield* outlier(rising[0], rising.slice(1))
  }
}

/** True for most products: no two prices of them are far from each other. */
function areNear(variants: readonly DesiredRecord[]): boolean {
  let [low, high] = [Infinity, 0]
  for (const variant of variants) {
    const price = priceOf(variant)
    if (!(price > 0)) continue
    if (price < low) low = price
    if (price > high) high = price
  }
  return low === Infinity || isNear(low, high)
}

/** `others` begin with the nearest price. Where they are similar, any of them may be the one to compare with. */
function outlier(candidate: DesiredRecord | undefined, others: readonly DesiredRecord[]): Finding[] {
  const [nearest] = others
  const farthest = others.at(-1)
  if (!candidate || !nearest || !farthest) return []
  const areSimilar = factorOf(nearest, farthest) <= similar
  const near = isOff(candidate, nearest) ? nearest : areSimilar && isOff(candidate, farthest) ? farthest : undefined
  if (!near) return []
  return [
    findingOf(skuOf(candidate), { row: candidate, near, whom: '', from: '', than: (price) => `the ${price} of variant ${skuOf(near)}` }),
  ]
}

interface OutOfLine {
  readonly row: DesiredRecord
  readonly near: DesiredRecord
  /** ` group dealer`, ` from quantity 12`; empty for a variant. */
  readonly whom: string
  readonly from: string
  readonly than: (price: string) => string
}

function findingOf(sku: string, { row, near, whom, from, than }: OutOfLine): Finding {
  const [price, other] = [row, near].map(({ fields }) => amountText(fields['price'] ?? '', null))
  const apart = priceOf(row) > priceOf(near) ? 'at least ten times' : 'at most a tenth of'
  return {
    subject: sku,
    body: `costs${whom} ${price}${from}, ${apart} ${than(other ?? '')}`,
    fix: 'Check the decimal points of both prices.',
    severity: 'warning',
    at: spanOf(row, 'price'),
    related: { message: 'the other price', at: spanOf(near, 'price') },
  }
}

function wordsOf({ group, currency }: Pick<Column, 'group' | 'currency'>, { fields }: DesiredRecord): Pick<OutOfLine, 'whom' | 'from'> {
  return { whom: ` ${groupText(group)}${currency === '' ? '' : ` in ${currency}`}`, from: ` from quantity ${fields['start']}` }
}

/** True for two prices that are clearly not out of line: nearly all are, and no exact arithmetic is needed for them. */
function isNear(low: number, high: number): boolean {
  return !(low > 0) || high < low * 9
}

function isFarBelow(low: DesiredRecord, high: DesiredRecord): boolean {
  return priceOf(low) < priceOf(high) && isOff(low, high)
}

/** True for a factor of ten or more either way; a price of 0 is reported by `price-zero`. */
function isOff(one: DesiredRecord, other: DesiredRecord): boolean {
  // Nearly all prices are far from the limit: exact arithmetic is needed only beside it.
  if (factorOf(one, other) < Number(factor) * 0.999) return false
  const [low, high] = priceOf(one) < priceOf(other) ? [one, other] : [other, one]
  return (compareDecimals(high.fields['price'] ?? '', multiplyDecimals(low.fields['price'] ?? '', factor) ?? '') ?? -1) >= 0
}

/** The higher price divided by the lower one; 0 where one is 0. */
function factorOf(one: DesiredRecord, other: DesiredRecord): number {
  const [low, high] = [Math.min(priceOf(one), priceOf(other)), Math.max(priceOf(one), priceOf(other))]
  return low > 0 ? high / low : 0
}

function priceOf({ fields }: DesiredRecord): number {
  return Number(fields['price'] ?? '')
}
