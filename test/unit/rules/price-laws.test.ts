import { array, assert, constantFrom, integer, property, record as anyRecord } from 'fast-check'
import { expect, test } from 'vitest'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { dealerDearer } from '../../../src/rules/dealer-dearer.ts'
import { priceOutOfLine } from '../../../src/rules/price-out-of-line.ts'
import { priceRisesWithQuantity } from '../../../src/rules/price-rises-with-quantity.ts'
import { priceZero } from '../../../src/rules/price-zero.ts'
import { product, record, shop } from './desired-shop.ts'
import { isWhole } from '../../support/whole.ts'

const numRuns = isWhole ? 12_000 : 600
const last = 9_999_999

/** Prices in cents: some are equal, some a little below or above another one, some ten times as much. */
const anyCents = constantFrom(0, 1, 99, 100, 101, 899, 900, 901, 999, 1000, 1001, 9_990, 10_000, 10_010, 100_000)

interface Priced {
  readonly group: string
  readonly start: number
  readonly end: number
  readonly cents: number
}

/** Each group has breaks of its own in one grid of three. */
const anyGrid = anyRecord({
  cents: array(anyCents, { minLength: 9, maxLength: 9 }),
  breaks: integer({ min: 1, max: 3 }),
  apart: constantFrom(false, false, true),
}).map(({ cents, breaks, apart }): readonly Priced[] =>
  ['', 'dealer', 'vip'].flatMap((group, column) => {
    const starts = Array.from({ length: breaks }, (_, index) => (index === 0 ? 0 : index * 10 + (apart ? column : 0)))
    return starts.map((start, index) => ({ group, start, end: (starts[index + 1] ?? last + 1) - 1, cents: cents[column * 3 + index] ?? 0 }))
  }),
)

function gridOf(rows: readonly Priced[]): DesiredRecord[] {
  return rows.map(({ group, start, end, cents }) =>
    record('PricingAdvanced', {
      sku: 'A',
      group_code: group,
      currency_code: '',
      start: String(start),
      end: String(end),
      price: textOf(cents),
    }),
  )
}

function textOf(cents: number): string {
  return String(cents / 100)
}

function isSeen(rule: typeof dealerDearer, products: DesiredRecord[]): boolean {
  return rule.check(shop({ Product: products })).length > 0
}

/** Each row of a group with the row before it. */
function steps(rows: readonly Priced[]): readonly (readonly [before: Priced, row: Priced])[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1]
    return before?.group === row.group ? [[before, row] as const] : []
  })
}

/** Each row of a customer group with the default rows that apply to one of its quantities. */
function besides(rows: readonly Priced[]): readonly (readonly [row: Priced, usual: Priced])[] {
  return rows.flatMap((row) => {
    const usual = rows.filter(({ group, start, end }) => group === '' && start <= row.end && row.start <= end)
    return row.group === '' ? [] : usual.map((each) => [row, each] as const)
  })
}

function isFarBelow(low: number, high: number): boolean {
  return low > 0 && high >= low * 10
}

test('law: a grid has a problem exactly where one of its prices is dearer or far below another one, on the same breaks or on others', () => {
  const counts = { dearer: 0, rises: 0, far: 0, none: 0 }
  assert(
    property(anyGrid, (rows) => {
      const products = [record('Product', { sku: 'A', price: rows[0] ? textOf(rows[0].cents) : '' }, { PricingAdvanced: gridOf(rows) })]
      const isDearer = besides(rows).some(([row, usual]) => row.cents > usual.cents)
      const isRising = steps(rows).some(([before, row]) => row.cents > before.cents)
      const isOff =
        steps(rows).some(([before, row]) => isFarBelow(row.cents, before.cents)) ||
        besides(rows).some(([row, usual]) => usual.start <= row.start && isFarBelow(row.cents, usual.cents))

      expect(isSeen(dealerDearer, products)).toBe(isDearer)
      expect(isSeen(priceRisesWithQuantity, products)).toBe(isRising)
      expect(isSeen(priceOutOfLine, products)).toBe(isOff)
      expect(isSeen(priceZero, products)).toBe(rows.some(({ cents }) => cents === 0))
      counts.dearer += isDearer ? 1 : 0
      counts.rises += isRising ? 1 : 0
      counts.far += isOff ? 1 : 0
      counts.none += isDearer || isRising || isOff ? 0 : 1
    }),
    { numRuns, seed: 3 },
  )
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(10)
})

function isFar(one = 0, other = 0): boolean {
  return isFarBelow(Math.min(one, other), Math.max(one, other))
}

/** `some` are rising. */
function areSimilar(some: readonly number[]): boolean {
  return (some.at(-1) ?? 0) <= (some[0] ?? 0) * 1.5
}

/** `others` begin with the nearest price. */
function isOut(one: number | undefined, others: readonly number[]): boolean {
  const [near] = others
  if (near === undefined) return false
  return isFar(one, near) || (areSimilar(others.toSorted((a, b) => a - b)) && isFar(one, others.at(-1)))
}

test('law: variants have a problem exactly where the dearest or the cheapest is far from the nearest of the others', () => {
  const counts = { far: 0, none: 0 }
  assert(
    property(array(anyCents, { maxLength: 4 }), (all) => {
      const variants = all.map((cents, index) => record('Variants', { code: `A-${index}`, sku: 'A', price: textOf(cents) }))
      const rising = all.filter((cents) => cents > 0).toSorted((a, b) => a - b)
      const expected = isOut(rising.at(-1), rising.slice(0, -1).toReversed()) || (rising.length > 2 && isOut(rising[0], rising.slice(1)))

      expect(isSeen(priceOutOfLine, [product('A', { Variants: variants })])).toBe(expected)
      expect(isSeen(priceZero, [product('A', { Variants: variants })])).toBe(all.includes(0))
      counts[expected ? 'far' : 'none'] += 1
    }),
    { numRuns, seed: 4 },
  )
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(100)
})
