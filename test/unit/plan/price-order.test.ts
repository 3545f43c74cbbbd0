import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldChange } from '../../../src/diff/change.ts'
import { type AudienceShift, type PriceMove, priceOrder, type PriceShift } from '../../../src/plan/price-order.ts'
import { promotionParts, type TwoParts } from '../../../src/plan/two-parts.ts'
import { effectivePrice } from '../../../src/pricing/effective-price.ts'
import { plainQuery } from '../../../src/pricing/price-query.ts'
import { pricedSku } from '../../../src/pricing/priced-sku.ts'
import { compareDecimals } from '../../../src/records/decimal.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { live } from '../../support/desired-records.ts'
import { isWhole } from '../../support/whole.ts'

/** Prices of the quantities 1 and 10, a promotion, and who may see them (nobody named: everybody). */
interface Shop {
  readonly prices: readonly [string, string]
  readonly promotion: Fields
  readonly audience: readonly string[]
}

const groups = ['', 'dealer', 'vip', 'press']
const times = ['2026-10-01 12:00:00', '2026-11-20 12:00:00', '2026-12-24 18:00:00', '2027-01-01 12:00:00']
const price = fc.constantFrom('1', '2.5', '10', '19.95', '40')

const anyShop: fc.Arbitrary<Shop> = fc.record({
  prices: fc.tuple(price, price),
  promotion: fc.record({
    discount: fc.constantFrom('', '0', '10%', '50%', '100%', '1', '8'),
    timed_promotion: fc.constantFrom('true', 'false'),
    start_date: fc.constantFrom('', '2026-11-01', '2026-12-24 12:00:00'),
    end_date: fc.constantFrom('', '2026-12-24', '2026-12-24 15:00:00', '2026-11-20'),
  }),
  audience: fc.subarray(groups.slice(1)),
})

function sees({ audience }: Shop, group: string): boolean {
  return audience.length === 0 || audience.includes(group)
}

function entry(start: string, end: string, amount: string): RecordTree {
  return live('PricingAdvanced', { sku: 'TEE', start, end, price: amount })
}

function priceIn({ prices, promotion }: Shop, quantity: 1 | 10, at: string): string {
  const product = live(
    'Product',
    { sku: 'TEE', advanced_pricing: 'true' },
    {
      PricingAdvanced: [entry('0', '9', prices[0]), entry('10', '9999999', prices[1])],
      Merchandising: [live('Merchandising', { sku: 'TEE', ...promotion })],
    },
  )
  const sku = pricedSku(product, 'TEE')
  return (sku && effectivePrice(sku, { ...plainQuery, quantity, at }).price) ?? 'no price'
}

function changedFields(before: Fields, after: Fields): FieldChange[] {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  return names.map((field) => ({ field, before: before[field] ?? '', after: after[field] ?? '', base: null }))
}

function shiftOf(before: Shop, after: Shop): PriceShift {
  const moves = new Set(
    before.prices.map((old, index) => compareDecimals(after.prices[index] ?? '', old) ?? 0).filter((move) => move !== 0),
  )
  return moves.size === 0 ? 'same' : moves.size > 1 ? 'mixed' : moves.has(1) ? 'rise' : 'fall'
}

function audienceShift(before: Shop, after: Shop): AudienceShift {
  const joining = after.audience.filter((group) => !before.audience.includes(group))
  const leaving = before.audience.filter((group) => !after.audience.includes(group))
  if (joining.length + leaving.length === 0) return 'same'
  if (before.audience.length === 0) return 'closed'
  if (after.audience.length === 0) return 'opened'
  if (leaving.length === 0) return 'wider'
  if (joining.length === 0) return 'narrower'
  return after.audience.some((group) => before.audience.includes(group)) ? 'overlapping' : 'replaced'
}

function partsOf(before: Shop, after: Shop): TwoParts {
  return promotionParts({ fields: changedFields(before.promotion, after.promotion) }) ?? { first: {}, last: {} }
}

function movesBothWays(before: Shop, after: Shop): boolean {
  const rows = shiftOf(before, after)
  const { first, last } = partsOf(before, after)
  const rises = rows === 'rise' || rows === 'mixed' || Object.keys(first).length > 0
  return rises && (rows === 'fall' || rows === 'mixed' || Object.keys(last).length > 0)
}

/** The states from `before` to `after` in the order that the plan takes; prices are rewritten one row at a time. */
function statesBetween(before: Shop, after: Shop): Shop[] {
  const parts = partsOf(before, after)
  const order = priceOrder({
    prices: shiftOf(before, after),
    dearer: Object.keys(parts.first).length > 0,
    cheaper: Object.keys(parts.last).length > 0,
    audience: audienceShift(before, after),
  })
  const steps: Record<PriceMove, (shop: Shop) => Shop> = {
    join: (shop) => ({ ...shop, audience: [...new Set([...shop.audience, ...after.audience])] }),
    leave: (shop) => ({ ...shop, audience: shop.audience.filter((group) => after.audience.includes(group)) }),
    dearer: (shop) => ({ ...shop, promotion: { ...shop.promotion, ...parts.first } }),
    cheaper: (shop) => ({ ...shop, promotion: { ...shop.promotion, ...parts.last } }),
  }
  const rewritten: ((shop: Shop) => Shop)[] = [
    (shop) => ({ ...shop, prices: [after.prices[0], shop.prices[1]] }),
    (shop) => ({ ...shop, prices: after.prices }),
  ]
  const moves = [...order.before.map((move) => steps[move]), ...rewritten, ...order.after.map((move) => steps[move])]
  return moves.reduce<Shop[]>((states, move) => [...states, move(states.at(-1) ?? before)], [before])
}

/** What is wrong with a state for a customer of one group. */
function wrongFor(group: string, state: Shop, { before, after }: { before: Shop; after: Shop }): string[] {
  if (!sees(state, group))
    return sees(before, group) && sees(after, group) && after.audience.length > 0 ? [`${group} loses the product`] : []
  const bounds = [before, after]
  const known = bounds.filter((shop) => sees(shop, group))
  if (known.length === 0) return [`${group} sees a product of others`]
  // Where no group stays and prices move in both directions, some see prices of the other side for a moment.
  const compared = audienceShift(before, after) === 'replaced' && movesBothWays(before, after) ? bounds : known
  return times.flatMap((at) =>
    ([1, 10] as const).flatMap((quantity) => {
      const paid = priceIn(state, quantity, at)
      const isLow = compared.every((shop) => (compareDecimals(paid, priceIn(shop, quantity, at)) ?? -1) < 0)
      return isLow ? [`${group} pays ${paid} for ${quantity} on ${at}`] : []
    }),
  )
}

test('in no state of the order somebody pays less than before and after, or sees a product of others', { timeout: 300_000 }, () => {
  let states = 0
  const numRuns = isWhole ? 4_000 : 200
  fc.assert(
    fc.property(anyShop, anyShop, (before, after) => {
      for (const state of statesBetween(before, after)) {
        states += 1
        expect(groups.flatMap((group) => wrongFor(group, state, { before, after }))).toEqual([])
      }
    }),
    { numRuns, seed: 4_711 },
  )
  expect(states).toBeGreaterThan(numRuns * 2.5)
})

test('the last state is the wanted one, and equal promotions take no request', () => {
  fc.assert(
    fc.property(anyShop, anyShop, (before, after) => {
      const last = statesBetween(before, after).at(-1)

      expect({ ...last, audience: last?.audience.toSorted() }).toEqual({ ...after, audience: after.audience.toSorted() })
      expect(promotionParts({ fields: changedFields(after.promotion, after.promotion) })).toBeUndefined()
    }),
  )
})

test('where no group stays, a price that falls comes after the groups, and one that rises before them', () => {
  const replaced = { dearer: false, cheaper: false, audience: 'replaced' } as const

  const orders = (['fall', 'rise', 'mixed'] as const).map((prices) => priceOrder({ ...replaced, prices }))

  expect(orders).toEqual([
    { before: ['join', 'leave'], after: [] },
    { before: [], after: ['join', 'leave'] },
    { before: [], after: ['join', 'leave'] },
  ])
})
