import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals, roundHalfUp } from '../../../src/records/decimal.ts'
import { effectivePrice } from '../../../src/pricing/effective-price.ts'
import { pricedSku } from '../../../src/pricing/priced-sku.ts'
import type { PriceQuery } from '../../../src/pricing/price-query.ts'
import { row } from './priced-products.ts'
import { type AnyEntry, type AnyShop, bruteForcePrice } from './brute-force-price.ts'
import { isWhole } from '../../support/whole.ts'

const runs = isWhole ? 50_000 : 2_500

const decimal = fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 3 })).map(([units, places]) => {
  const digits = String(units).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
})
const group = fc.constantFrom('', 'a', 'b', 'c')
const quantity = fc.integer({ min: 1, max: 12 })
const entry: fc.Arbitrary<AnyEntry> = fc.record({
  group,
  currency: fc.constantFrom('', '', '', 'EUR', 'NOK', 'USD'),
  start: fc.integer({ min: 0, max: 10 }),
  length: fc.constantFrom(0, 3, 8, 9_999_999),
  price: decimal,
})
const day = fc.constantFrom('2026-12-01', '2026-12-05 08:00:00', '2026-12-24', '2026-12-24 00:00:00')
const promotion = fc.record({
  discount: fc.oneof(
    fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
    decimal,
  ),
  timed: fc.boolean(),
  start: fc.option(day, { nil: '' }),
  end: fc.option(day, { nil: '' }),
})
/** Mostly grids with a price for everybody, for a grid full of gaps has few prices to compare. */
const grid = fc
  .tuple(fc.array(entry, { maxLength: 14 }), fc.option(decimal, { nil: null, freq: 4 }))
  .map(([rows, price]) => (price === null ? rows : [...rows, { group: '', currency: '', start: 0, length: 9_999_999, price }]))
const shop: fc.Arbitrary<AnyShop> = fc.record({
  price: fc.option(decimal, { nil: null }),
  entries: fc.option(grid, { nil: null, freq: 6 }),
  adjust: fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 3 }),
  promotion: fc.option(promotion, { nil: null }),
})
const query: fc.Arbitrary<PriceQuery> = fc.record({
  groups: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
  quantity,
  currency: fc.constantFrom(null, null, 'NOK', 'EUR', 'EUR', 'USD', 'GBP'),
  currencies: fc.record({
    default: fc.constantFrom('NOK', null),
    rates: fc.constantFrom<Record<string, string>>({}, { EUR: '0.085' }, { EUR: '0.0851', USD: '1.5' }, { EUR: '1.17', NOK: '2' }),
  }),
  at: fc.constantFrom(
    null,
    '2026-11-30 23:59:59',
    '2026-12-01 00:00:00',
    '2026-12-24 00:00:00',
    '2026-12-24 23:59:59',
    '2027-01-01 00:00:00',
  ),
  options: fc.constantFrom<Record<string, string>>({}, { o0: 'yes' }, { o0: 'yes', o1: 'yes', o2: 'no' }),
  customerDiscount: fc.option(fc.integer({ min: 0, max: 100 }).map(String), { nil: null }),
})

function answerOf(any: AnyShop, asked: PriceQuery): ReturnType<typeof effectivePrice> {
  const { price, entries, adjust, promotion } = any
  const root = row(
    'Product',
    { sku: 'P', ...(price === null ? {} : { price }), advanced_pricing: String(entries !== null) },
    {
      PricingAdvanced: (entries ?? []).map(({ group, currency, start, length, price }) =>
        row('PricingAdvanced', {
          sku: 'P',
          group_code: group,
          currency_code: currency,
          start: `${start}`,
          end: `${Math.min(9_999_999, start + length)}`,
          price,
        }),
      ),
      Options: adjust.map((amount, index) =>
        row('Options', { sku: 'P', o_group: `o${index}`, o_value: 'no=No,yes=Yes', price: `yes=${amount}` }),
      ),
      Merchandising:
        promotion === null
          ? []
          : [
              row('Merchandising', {
                sku: 'P',
                discount: promotion.discount,
                timed_promotion: String(promotion.timed),
                start_date: promotion.start,
                end_date: promotion.end,
              }),
            ],
    },
  )
  const sku = pricedSku(root, 'P')
  if (sku === null) throw new Error('the product is there')
  return effectivePrice(sku, asked)
}

function priceOf(any: AnyShop, asked: PriceQuery): string | null {
  return answerOf(any, asked).price
}

function isAtMost(lower: string | null, higher: string | null): boolean {
  return higher === null || (lower !== null && (compareDecimals(lower, higher) ?? 1) <= 0)
}

test('the price is that of an independent evaluator, on grids that follow the rules and on grids that break them', () => {
  let priced = 0

  fc.assert(
    fc.property(shop, query, (any, asked) => {
      const price = priceOf(any, asked)

      if (price !== null) priced += 1
      expect(price).toBe(bruteForcePrice(any, asked))
    }),
    { numRuns: runs },
  )

  expect(priced).toBeGreaterThan(runs / 3)
})

test('every step ends in at most two places and not below 0, and a price is the amount of the last step', () => {
  fc.assert(
    fc.property(shop, query, (any, asked) => {
      const { price, steps } = answerOf(any, asked)

      const amounts = steps.flatMap(({ amount }) => amount ?? [])
      expect(amounts.map((amount) => roundHalfUp(amount, 2))).toEqual(amounts)
      expect(amounts.every((amount) => isAtMost('0', amount))).toBe(true)
      expect(steps.filter(({ kind }) => kind === 'none').length).toBe(price === null ? 1 : 0)
      expect(price).toBe(steps.at(-1)?.amount ?? null)
    }),
    { numRuns: 1_000 },
  )
})

test('another group with entries never makes it dearer, nor does a larger discount of the customer', () => {
  fc.assert(
    fc.property(shop, query, fc.constantFrom('a', 'b', 'c'), (any, asked, more) => {
      const tiers = new Set(any.entries?.map((each) => each.group))
      const inOne = { ...asked, groups: asked.groups.filter((code) => tiers.has(code)) }
      const alsoMore = { ...inOne, groups: [...inOne.groups, more] }

      expect(inOne.groups.length === 0 || isAtMost(priceOf(any, alsoMore), priceOf(any, inOne))).toBe(true)
      const discounts = ['0', '10', '33', '100'].map((customerDiscount) => priceOf(any, { ...asked, customerDiscount }))
      expect(discounts.slice(1).every((price, index) => isAtMost(price, discounts[index] ?? null))).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('a dearer entry never makes it cheaper, and within a break the quantity does not matter', () => {
  fc.assert(
    fc.property(shop, query, (any, asked) => {
      const dearer = { ...any, entries: any.entries?.map((each) => ({ ...each, price: `1${each.price.padStart(7, '0')}` })) ?? null }
      const breaks = new Set((any.entries ?? []).flatMap(({ start, length }) => [start, start + length + 1]))
      const next = { ...asked, quantity: asked.quantity + 1 }

      const [price, raised] = [priceOf(any, asked), priceOf(dearer, asked)]
      expect(price === null || raised === null || isAtMost(price, raised)).toBe(true)
      expect(breaks.has(next.quantity) ? price : priceOf(any, next)).toBe(price)
    }),
    { numRuns: 1_000 },
  )
})
