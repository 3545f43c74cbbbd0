import { expect, test } from 'vitest'
import { desired, live } from '../../../support/desired-records.ts'
import { changesOf, entries, offGrid, onGrid, product, stored, storedEntries } from '../../../support/planned-changes.ts'
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

test('a flag that turns price entries on or off moves the price, where the entries stay as they are', () => {
  const grid = { PricingAdvanced: entries('A', { '0': '100', '10': '90' }) }
  const rows = { PricingAdvanced: storedEntries('A', { '0': '100', '10': '90' }) }
  const off = changesOf(product('A', { price: '1', advanced_pricing: 'false' }), stored('A', { ...onGrid, price: '1' }, rows))
  const on = changesOf(product('A', { ...onGrid, price: '100' }, grid), stored('A', { ...offGrid, price: '1000' }, rows))
  const near = changesOf(product('A', { ...onGrid, price: '100' }, grid), stored('A', { ...offGrid, price: '100' }, rows))

  expect(stopped(off)).toEqual([
    'price_change: 2 prices change by more than 30%',
    '- A from quantity 0: 100.00 to 1.00 (-99%) at catalogue.yaml:1',
    '- A from quantity 10: 90.00 to 1.00 (-98.9%) at catalogue.yaml:1',
    'decimal_slip: 1 decimal point looks misplaced',
    '- A from quantity 0: 100.00 to 1.00 (-99%) at catalogue.yaml:1',
  ])
  expect(stopped(on, { limits: { decimal_slip: 'off' } })).toEqual([
    'price_change: 2 prices change by more than 30%',
    '- A from quantity 10: 1000.00 to 90.00 (-91%) at catalogue.yaml:1',
    '- A from quantity 0: 1000.00 to 100.00 (-90%) at catalogue.yaml:1',
  ])
  expect(stopped(near)).toEqual([])
})

test('the entries of a hidden product that an apply has not turned on yet are new prices', () => {
  const want = product('A', onGrid, { PricingAdvanced: entries('A', { '0': '20' }) })
  const have = stored('A', { ...offGrid, price: '100', inactive: 'true' }, { PricingAdvanced: storedEntries('A', { '0': '20' }) })

  expect(stopped(changesOf(want, have), { limits: { unhide: 'off' } })).toEqual([])
  expect(stopped(changesOf(want, have), { limits: { unhide: 'off', price_floor: '50' } })).toEqual([
    'price_floor: 1 price is below 50',
    '- A from quantity 0: 20.00 at catalogue.yaml:1',
  ])
})

test('with the flag left as the store has it, a simple price is judged by what decides in the store', () => {
  const rows = { PricingAdvanced: storedEntries('A', { '0': '100' }) }
  const [change, ...others] = changesOf(product('A', { price: '1', advanced_pricing: 'false' }), stored('A', onGrid, rows))
  const kept = [change, ...others].map((each) => each && { ...each, fields: each.fields.filter(({ field }) => field === 'price') })

  expect(kept).toMatchObject([{ fields: [{ field: 'price' }], turnedGrid: { ownerBefore: { on: true } } }])
  expect(stopped(kept.flatMap((each) => each ?? []))).toEqual([])
})

test('an amount of an option that is removed moves the price of its value; one of a value that is not offered any more does not', () => {
  const option = { code: 'A-base', sku: 'A', o_group: 'base', o_value: 'oak=Oak,ash=Ash' }
  const have = stored('A', { price: '100' }, { Options: [live('Options', { ...option, price: 'oak=1,ash=200' })] })
  const changed = (fields: Readonly<Record<string, string>>): readonly string[] =>
    stopped(changesOf(product('A', { price: '100' }, { Options: [desired('Options', { ...option, ...fields })] }), have))
  const found = ['price_change: 1 price changes by more than 30%', '- A with an option: 300.00 to 100.00 (-66.7%) at catalogue.yaml:1']

  expect(changed({ price: 'oak=1' })).toEqual(found)
  expect(changed({ price: '' })).toEqual(found)
  expect(changed({ price: 'oak=1', o_value: 'oak=Oak' })).toEqual([])
})

test('the amounts of options are not judged where customers buy the variants that the plan writes', () => {
  const option = { code: 'A-base', sku: 'A', o_group: 'base', o_value: 'oak=Oak,ash=Ash' }
  const have = stored(
    'A',
    { price: '100', option_type: 'Simple' },
    { Options: [live('Options', { ...option, price: 'ash=200' })], Variants: [] },
  )
  const variants = { Variants: [desired('Variants', { code: 'A-oak', sku: 'A', price: '100' })] }

  const changes = changesOf(
    product('A', { option_type: 'Matrix' }, { Options: [desired('Options', { ...option, price: '' })], ...variants }),
    have,
  )

  expect(stopped(changes)).toEqual([])
})

/** The stops of a new product. */
const floors = (want: ReturnType<typeof product>): readonly string[] => stopped(changesOf(want))

test('price_floor: a new product after its discount, and with the options that take most off', () => {
  const option = { code: 'A-base', sku: 'A', o_group: 'base', o_value: 'oak=Oak,ash=Ash', price: 'ash=-100' }
  expect(floors(product('A', { price: '100' }, discounted('100%')))).toEqual([
    'price_floor: 1 price is below 0.01',
    '- A: 0.00 at catalogue.yaml:1',
  ])
  expect(floors(product('A', onGrid, { PricingAdvanced: entries('A', { '0': '20', '10': '4' }), ...discounted('5') }))).toEqual([
    'price_floor: 1 price is below 0.01',
    '- A from quantity 10: 0.00 at catalogue.yaml:1',
  ])
  expect(floors(product('A', { price: '100' }, { Options: [desired('Options', option)] }))).toEqual([
    'price_floor: 1 price is below 0.01',
    '- A with an option: 0.00 at catalogue.yaml:1',
  ])
  expect(floors(product('A', { price: '100', inactive: 'true' }, discounted('100%')))).toEqual([])
  expect(floors(product('A', { price: '100' }, discounted('99%')))).toEqual([])
  const timed = { sku: 'A', discount: '100%', timed_promotion: 'true', start_date: '2026-12-01', end_date: '2026-12-24' }
  expect(floors(product('A', { price: '100' }, { Merchandising: [desired('Merchandising', timed)] }))).toEqual([])
})

const variant = (code: string, price: string): ReturnType<typeof desired> => desired('Variants', { code, sku: 'A', price })

test('a discount is judged beside a simple price that nobody pays, and at a variant whose price stays', () => {
  const [grid, rows] = [entries('A', { '0': '100' }), storedEntries('A', { '0': '100' })]
  const beside = changesOf(
    product('A', { ...onGrid, price: '101' }, { PricingAdvanced: grid, ...discounted('99%') }),
    stored('A', { ...onGrid, price: '100' }, { PricingAdvanced: rows, Merchandising: [] }),
  )
  const [have, want] = ['5', '10'].map((price) => [variant('V', price), variant('W', '100')])
  const staying = changesOf(
    product('A', {}, { Variants: want ?? [], ...discounted('50%') }),
    stored('A', {}, { Variants: (have ?? []).map(({ resource, fields }) => live(resource, fields)), Merchandising: [] }),
  )

  expect(stopped(beside)[1]).toBe('- A after its discount: 100.00 to 1.00 (-99%) at catalogue.yaml:1')
  expect(stopped(staying)).toEqual([
    'price_change: 1 price changes by more than 30%',
    '- W after its discount: 100.00 to 50.00 (-50%) at catalogue.yaml:1',
  ])
})

test('a hidden product that takes the place of another one is compared with that one; one that customers see, with itself', () => {
  const [now, own] = ['20', '10'].map((price) => ({ ownerBefore: { price, on: false }, rows: [], discount: '', isBought: true }))
  const facts = { replaced: new Map(now && own ? [['A', { ...now, own: { ...own, product: 'A' } }]] : []) }
  const stops = (price: string, inactive: string): readonly string[] =>
    stopped(changesOf(product('A', { price, inactive: 'false' }), stored('A', { price: '10', inactive })), {
      facts,
      limits: { unhide: 'off' },
    }).slice(1)

  expect(stops('10', 'true')).toEqual(['- A from quantity 0: 20.00 to 10.00 (-50%) at catalogue.yaml:1'])
  expect(stops('30', 'true')).toEqual(['- A: 20.00 to 30.00 (+50%) at catalogue.yaml:1'])
  expect(stops('30', 'false')).toEqual(['- A: 10.00 to 30.00 (+200%) at catalogue.yaml:1'])
})

test('the price of the product whose place is taken is that after its discount', () => {
  const now = { ownerBefore: { price: '20', on: false }, rows: [], discount: '50%', isBought: true }
  const facts = { replaced: new Map([['A', now]]) }
  const stops = (price: string): readonly string[] => stopped(changesOf(product('A', { price })), { facts })

  expect(stops('10')).toEqual([])
  expect(stops('20').slice(1)).toEqual(['- A: 10.00 to 20.00 (+100%) at catalogue.yaml:1'])
})
