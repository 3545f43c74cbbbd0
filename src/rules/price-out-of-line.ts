import type { DesiredRecord } from '../records/desired.ts'
import { amountText } from '../pricing/price-words.ts'
import { codeOf, spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { type Column, columnsOf, gridsOf, groupText } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** A slipped decimal point makes a price ten times what it should be, or a tenth. */
const slip = 10
/** Variants whose prices differ by no more than this factor are alike. */
const alike = 1.5

/** No price is ten times, or a tenth, of the price that stands next to it (platform.md, "PricingAdvanced"). */
export const priceOutOfLine: Rule = {
  id: 'price-out-of-line',
  doc: 'No price of a grid is a tenth of the one before it or of the default price, and no variant costs ten times more or less than all others.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": "a grid over quantity breaks, customer groups (tiers) and currencies": neighbours in it are near one another. A factor of ten is a slipped decimal point. Where the price goes up instead, `price-rises-with-quantity` and `dealer-dearer` say so.',
  mend: 'Correct the price. Where it is meant, write `# planogram-ignore: price-out-of-line` on its line.',
  ignorable: true,
  eachRecord: true,
  check: (context) => foldFindings('price-out-of-line', [...inGrids(context), ...amongVariants(context)]),
}

function* inGrids(context: RuleContext): Generator<Finding> {
  for (const grid of gridsOf(context)) {
    const columns = columnsOf(grid)
    const drops = columns.flatMap(({ rows, ...column }) =>
      rows.flatMap((row, index) => {
        const before = rows[index - 1]
        return before && isFarBelow(row, before) ? [{ column, row, before }] : []
      }),
    )
    for (const { column, row, before } of drops) {
      yield findingOf(grid.sku, { row, near: before, ...wordsOf(column, row), than: (price) => `the ${price} before` })
    }
    // A slip in the default price is told once.
    const told = new Set(drops.flatMap(({ row, before }) => [row, before]))
    for (const column of columns) yield* againstDefault({ sku: grid.sku, column, columns, told })
  }
}

interface InGrid {
  readonly sku: string
  readonly column: Column
  readonly columns: readonly Column[]
  /** What is said already. */
  readonly told: ReadonlySet<DesiredRecord>
}

function* againstDefault({ sku, column, columns, told }: InGrid): Generator<Finding> {
  const defaults = columns.find(({ group, currency }) => group === '' && currency === column.currency)
  if (column.group === '' || !defaults) return
  for (const row of column.rows) {
    const usual = defaults.rows.find((other) => holdsAt(other, Number(row.fields['start'])))
    if (!usual || told.has(row) || told.has(usual) || !isFarBelow(row, usual)) continue
    return yield findingOf(sku, { row, near: usual, ...wordsOf(column, row), than: (price) => `the default price of ${price}` })
  }
}

/** The variant that is far above or far below all others of its product. */
function* amongVariants({ desired }: RuleContext): Generator<Finding> {
  for (const product of desired.roots.Product ?? []) {
    const rising = (product.children.Variants ?? []).filter((variant) => priceOf(variant) > 0).toSorted((a, b) => priceOf(a) - priceOf(b))
    yield* oddOne(rising.at(-1), rising.slice(0, -1).toReversed())
    if (rising.length > 2) yield* oddOne(rising[0], rising.slice(1))
  }
}

/** `others` begin with the nearest. Where they are alike, the odd one may be any of them with a slip. */
function oddOne(odd: DesiredRecord | undefined, others: readonly DesiredRecord[]): Finding[] {
  const [nearest] = others
  const farthest = others.at(-1)
  if (!odd || !nearest || !farthest) return []
  const isAlike = factorOf(nearest, farthest) <= alike
  const near = isOff(odd, nearest) ? nearest : isAlike && isOff(odd, farthest) ? farthest : undefined
  if (!near) return []
  return [findingOf(codeOf(odd), { row: odd, near, whom: '', from: '', than: (price) => `the ${price} of variant ${codeOf(near)}` })]
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
  const apart = priceOf(row) > priceOf(near) ? 'ten times or more' : 'a tenth or less of'
  return {
    subject: sku,
    body: `costs${whom} ${price}${from}, ${apart} ${than(other ?? '')}`,
    fix: 'Look at the decimal points of both prices.',
    severity: 'warning',
    at: spanOf(row, 'price'),
    related: { message: 'the other price', at: spanOf(near, 'price') },
  }
}

function wordsOf({ group, currency }: Pick<Column, 'group' | 'currency'>, { fields }: DesiredRecord): Pick<OutOfLine, 'whom' | 'from'> {
  return { whom: ` ${groupText(group)}${currency === '' ? '' : ` in ${currency}`}`, from: ` from quantity ${fields['start']}` }
}

function holdsAt({ fields }: DesiredRecord, quantity: number): boolean {
  return Number(fields['start']) <= quantity && quantity <= Number(fields['end'])
}

function isFarBelow(low: DesiredRecord, high: DesiredRecord): boolean {
  return priceOf(low) < priceOf(high) && isOff(low, high)
}

/** True for a factor of ten either way, near enough; a price of 0 is said by `price-zero`. */
function isOff(one: DesiredRecord, other: DesiredRecord): boolean {
  return factorOf(one, other) >= slip * (1 - 1e-9)
}

/** How many times the dearer of two is the other; 0 where one is free. */
function factorOf(one: DesiredRecord, other: DesiredRecord): number {
  const [low, high] = [Math.min(priceOf(one), priceOf(other)), Math.max(priceOf(one), priceOf(other))]
  return low > 0 ? high / low : 0
}

function priceOf({ fields }: DesiredRecord): number {
  return Number(fields['price'] ?? '')
}
