import { expect, test } from 'vitest'
import { desired, live } from '../../../support/desired-records.ts'
import { changesOf, entries, onGrid, product, stored, storedEntries } from '../../../support/planned-changes.ts'
import { stopped } from './guard-results.ts'

const only = { price_change: 'off', price_floor: 'off', decimal_slip: 'off', tier_inversion: 'off' } as const

/** The stops of a product of 10.00 that gets this price. */
const moved = (after: string): readonly string[] => stopped(changesOf(product('A', { price: after }), stored('A', { price: '10' })))

/** The slips of a price that changes like this. */
const slipped = (before: string, after: string): readonly string[] =>
  stopped(changesOf(product('A', { price: after }), stored('A', { price: before })), { limits: { ...only, decimal_slip: 'on' } })

/** The inversions of a grid of 20.00 and 19.00 whose second break gets this price. */
const secondBreak = (second: string): readonly string[] =>
  stopped(
    changesOf(
      product('A', onGrid, { PricingAdvanced: entries('A', { '0': '20', '10': second }) }),
      stored('A', onGrid, { PricingAdvanced: storedEntries('A', { '0': '20', '10': '19' }) }),
    ),
    { limits: { ...only, tier_inversion: 'on' } },
  )

/** The merchandising of a product with this discount. */
const discounted = (given: string): { Merchandising: never[] | ReturnType<typeof desired>[] } => ({
  Merchandising: [desired('Merchandising', { sku: 'A', discount: given })],
})

test('price_change: up and down by more than the limit, the largest first', () => {
  expect(moved('13')).toEqual([])
  expect(moved('7')).toEqual([])
  expect(moved('13.01')).toEqual(['price_change: 1 price changes by more than 30%', '- A: 10.00 to 13.01 (+30.1%) at catalogue.yaml:1'])
  expect(moved('6.99')).toEqual(['price_change: 1 price changes by more than 30%', '- A: 10.00 to 6.99 (-30.1%) at catalogue.yaml:1'])
})

test('price_change: what each group pays at each quantity, where breaks change as well', () => {
  const want = product('A', onGrid, { PricingAdvanced: entries('A', { '0': '20', '10': '12' }) })
  const have = stored('A', onGrid, { PricingAdvanced: storedEntries('A', { '0': '20', '20': '18' }) })

  expect(stopped(changesOf(want, have), { limits: { tier_inversion: 'off' } })).toEqual([
    'price_change: 2 prices change by more than 30%',
    '- A from quantity 10: 20.00 to 12.00 (-40%) at catalogue.yaml:1',
    '- A from quantity 20: 18.00 to 12.00 (-33.3%) at catalogue.yaml:1',
  ])
})

test('a price that nobody pays is not judged: the simple price beside a grid that stays', () => {
  const grid = { PricingAdvanced: entries('A', { '0': '20' }) }
  const want = product('A', { ...onGrid, price: '20' }, grid)
  const have = stored('A', { ...onGrid, price: '0.2' }, { PricingAdvanced: storedEntries('A', { '0': '20' }) })

  const changes = changesOf(want, have)

  expect(changes).toMatchObject([{ fields: [{ field: 'price' }], gridApplies: true }])
  expect(stopped(changes)).toEqual([])
})

test('price_floor: also at a new price, unless customers do not see the product', () => {
  const free = product('A', { price: '0' })

  expect(stopped(changesOf(free))).toEqual(['price_floor: 1 price is below 0.01', '- A: 0.00 at catalogue.yaml:1'])
  expect(stopped(changesOf(product('A', { price: '0', inactive: 'true' })))).toEqual([])
  expect(stopped(changesOf(product('A', { price: '0.01' })))).toEqual([])
  expect(stopped(changesOf(product('A', { price: '4.99' })), { limits: { price_floor: '5' } })).toHaveLength(2)
  expect(stopped(changesOf(free), { limits: { price_floor: 'off' } })).toEqual([])
})

test('decimal_slip: 10, 100 or 1000 times within 5%, and the inverse; new prices are not judged', () => {
  expect(slipped('19.95', '199.5')).toEqual([
    'decimal_slip: 1 decimal point looks misplaced',
    '- A: 19.95 to 199.50 (+900%) at catalogue.yaml:1',
  ])
  expect([slipped('19.95', '1995'), slipped('19950', '19.95'), slipped('0.1', '0.01')].map(({ length }) => length)).toEqual([2, 2, 2])
  expect(slipped('8.6', '850')).toEqual([
    'decimal_slip: 1 decimal point looks misplaced',
    '- A: 8.60 to 850.00 (+9783.7%) at catalogue.yaml:1',
  ])
  expect([slipped('19.95', '209.50'), slipped('10', '20'), slipped('0', '10')]).toEqual([[], [], []])
  expect(stopped(changesOf(product('A', { price: '199.5' })))).toEqual([])
})

test('tier_inversion: a larger quantity becomes dearer, one that was dearer before may stay', () => {
  const raised = changesOf(
    product('A', onGrid, { PricingAdvanced: entries('A', { '0': '20', '10': '23' }) }),
    stored('A', onGrid, { PricingAdvanced: storedEntries('A', { '0': '20', '10': '22' }) }),
  )

  expect(secondBreak('20')).toEqual([])
  expect(secondBreak('21')).toEqual([
    'tier_inversion: 1 price becomes higher than that of a smaller quantity',
    '- A from quantity 10: 19.00 to 21.00 (+10.5%), 20.00 from quantity 0 at catalogue.yaml:1',
  ])
  expect(stopped(raised)).toEqual([])
})

test('a discount that changes with the price is judged with it: 10.00 at 50 % instead of 5.00 moves nothing', () => {
  const have = stored('A', { price: '5' }, { Merchandising: [live('Merchandising', { sku: 'A', discount: '' })] })

  expect(stopped(changesOf(product('A', { price: '10' }, discounted('50%')), have))).toEqual([])
  expect(stopped(changesOf(product('A', { price: '10' }, discounted('20%')), have))).toEqual([
    'price_change: 1 price changes by more than 30%',
    '- A: 5.00 to 8.00 (+60%) at catalogue.yaml:1',
  ])
})

test('the prices of a product that gets variants are not judged: customers buy these', () => {
  const variant = desired('Variants', { code: 'A-s', sku: 'A', price: '20' })
  const want = product('A', { price: '0' }, { PricingAdvanced: [], Variants: [variant] })
  const have = stored('A', onGrid, { PricingAdvanced: storedEntries('A', { '0': '20' }), Variants: [] })

  expect(stopped(changesOf(want, have))).toEqual([])
})

test('a discount and the amounts of an option are judged at the cheapest sku', () => {
  const have = stored('A', { price: '10' }, { Merchandising: [live('Merchandising', { sku: 'A', discount: '10%' })] })
  const option = { code: 'A-base', sku: 'A', o_group: 'base', o_value: 'oak=Oak,ash=Ash' }
  const adjusted = changesOf(
    product('A', { price: '10' }, { Options: [desired('Options', { ...option, price: 'oak=1,ash=100' })] }),
    stored('A', { price: '10' }, { Options: [live('Options', { ...option, price: 'oak=1,ash=2' })] }),
  )

  expect(stopped(changesOf(product('A', { price: '10' }, discounted('30%')), have))).toEqual([])
  expect(stopped(changesOf(product('A', { price: '10' }, discounted('50%')), have))).toEqual([
    'price_change: 1 price changes by more than 30%',
    '- A after its discount: 9.00 to 5.00 (-44.4%) at catalogue.yaml:1',
  ])
  expect(stopped(changesOf(product('A', { price: '10' }, discounted('100%')), have))[2]).toBe('price_floor: 1 price is below 0.01')
  expect(stopped(adjusted)).toEqual([
    'price_change: 1 price changes by more than 30%',
    '- A with an option: 12.00 to 110.00 (+816.7%) at catalogue.yaml:1',
  ])
})
