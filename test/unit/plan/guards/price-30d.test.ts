import { expect, test } from 'vitest'
import type { RootedChange } from '../../../../src/diff/change.ts'
import { type PriceHistory, price30d, promotedProducts } from '../../../../src/plan/guards/price-30d.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { visitsOf } from '../../../support/count-visits.ts'
import { desired, live } from '../../../support/desired-records.ts'
import { changesOf, entries, onGrid, product, stored, storedEntries } from '../../../support/planned-changes.ts'

const now = new Date('2026-11-20T07:00:00Z')
const others = 'Prices that others changed in the store are not known.'
const whole = `Prices of the last 30 days are those of the runs in the state. ${others}`
const dated = { sku: 'A', discount: '20%', timed_promotion: 'true', start_date: '2026-12-01', end_date: '2026-12-24' }
const promotion = { Merchandising: [desired('Merchandising', dated)] }
const unpromoted: { Merchandising: RecordTree[] } = { Merchandising: [] }

/** The plan that gives the product a dated discount. */
const promote = (price: string): readonly RootedChange[] =>
  changesOf(product('A', { price }, promotion), stored('A', { price }, unpromoted))

/** A run that moved the price of the product. */
const moved = (at: string, before: string, after: string): PriceHistory['runs'][number] => ({
  at,
  changes: changesOf(product('A', { price: after }), stored('A', { price: before })),
})

const variant = (price: string, code: string): RecordTree => live('Variants', { code, sku: 'A', price, advanced_pricing: 'false' })

function warnings(root: RecordTree, changes: readonly RootedChange[], history: Partial<PriceHistory>): readonly string[] {
  const known = { runs: [], since: '2026-01-01T00:00:00Z', unread: 0, ...history }
  return price30d({ changes, live: [root], history: known, now, timezone: 'UTC' })
}

test('a discount from a price above the lowest one of the last 30 days is named, with that price and its day', () => {
  const at12 = stored('A', { price: '12' }, unpromoted)
  const runs = [moved('2026-11-10T12:00:00Z', '9.5', '12'), moved('2026-11-05T12:00:00Z', '11', '9.5')]

  const found = [
    warnings(at12, promote('12'), { runs }),
    warnings(at12, promote('12'), { runs: [moved('2026-11-10T12:00:00Z', '12.5', '12')] }),
    warnings(at12, promote('12'), {}),
  ]

  expect(found).toEqual([
    ['The discount of A is taken from 12.00, and its lowest price of the last 30 days was 9.50 (2026-11-05).', whole],
    [whole],
    [whole],
  ])
})

test('a price that the same plan raises counts, and so does an earlier discount while it applied', () => {
  const raised = changesOf(product('A', { price: '15' }, promotion), stored('A', { price: '12' }, unpromoted))
  const earlier = { ...dated, start_date: '2026-11-12', end_date: '2026-11-14' }
  const over = { ...earlier, discount: '', timed_promotion: 'false' }
  const ended = stored('A', { price: '10' }, { Merchandising: [live('Merchandising', over)] })
  const past = product('A', { price: '10' }, { Merchandising: [desired('Merchandising', over)] })
  const end = {
    at: '2026-11-15T00:00:00Z',
    changes: changesOf(past, stored('A', { price: '10' }, { Merchandising: [live('Merchandising', earlier)] })),
  }
  const begin = {
    at: '2026-11-01T00:00:00Z',
    changes: changesOf(
      product('A', { price: '10' }, { Merchandising: [desired('Merchandising', earlier)] }),
      stored('A', { price: '10' }, unpromoted),
    ),
  }

  const found = [
    warnings(stored('A', { price: '12' }, unpromoted), raised, {}),
    warnings(ended, changesOf(product('A', { price: '10' }, promotion), ended), { runs: [end, begin] }),
  ]

  expect(found).toEqual([
    ['The discount of A is taken from 15.00, and its lowest price of the last 30 days was 12.00 (2026-10-21).', whole],
    ['The discount of A is taken from 10.00, and its lowest price of the last 30 days was 8.00 (2026-11-12).', whole],
  ])
})

test('grids and variants are compared as a visitor pays one piece, once for each product', () => {
  const row = (price: string): RecordTree =>
    stored('A', onGrid, { ...unpromoted, PricingAdvanced: storedEntries('A', { '0': price, '10': '1' }) })
  const grid = product('A', onGrid, { PricingAdvanced: entries('A', { '0': '12', '10': '1' }) })
  const runs = [{ at: '2026-11-10T12:00:00Z', changes: changesOf(grid, row('9')) }]
  const both = stored('A', {}, { ...unpromoted, Variants: [variant('7', 'A-s'), variant('8', 'A-m')] })
  const lowered = {
    at: '2026-11-10T12:00:00Z',
    changes: changesOf(
      product(
        'A',
        {},
        {
          Variants: [
            desired('Variants', { code: 'A-s', sku: 'A', price: '7' }),
            desired('Variants', { code: 'A-m', sku: 'A', price: '8' }),
          ],
        },
      ),
      stored('A', {}, { Variants: [variant('5', 'A-s'), variant('6', 'A-m')] }),
    ),
  }

  const found = [
    warnings(row('12'), changesOf(product('A', {}, promotion), row('12')), { runs }),
    warnings(both, changesOf(product('A', {}, promotion), both), { runs: [lowered] }),
  ]

  expect(found).toEqual([
    ['The discount of A is taken from 12.00, and its lowest price of the last 30 days was 9.00 (2026-10-21).', whole],
    ['The discount of A-s is taken from 7.00, and its lowest price of the last 30 days was 5.00 (2026-10-21).', whole],
  ])
})

test('one sentence names what is not known: no run, runs that begin later, and plans that cannot be read', () => {
  const root = stored('A', { price: '12' }, unpromoted)

  const found = [
    warnings(root, promote('12'), { since: null }),
    warnings(root, promote('12'), { since: '2026-11-10T00:00:00Z', unread: 2 }),
  ]

  expect(found).toEqual([
    [`Prices of the last 30 days are not known: the state has no run of this store. ${others}`],
    [`Prices before 2026-11-10 are not known: the first run in the state is of that day. 2 of these runs cannot be read. ${others}`],
  ])
})

test('a discount without dates, the end of one and a new product give no warning', () => {
  const root = stored('A', { price: '12' }, unpromoted)
  const undated = changesOf(
    product('A', {}, { Merchandising: [desired('Merchandising', { sku: 'A', discount: '20%', timed_promotion: 'false' })] }),
    root,
  )
  const had = stored('A', { price: '12' }, { Merchandising: [live('Merchandising', dated)] })
  const ended = changesOf(product('A', {}, { Merchandising: [desired('Merchandising', { ...dated, discount: '' })] }), had)
  const created = changesOf(product('A', { price: '12' }, promotion))
  const renamed = changesOf(product('A', { title: 'New' }, promotion), stored('A', { title: 'Old' }, unpromoted))

  const found = [warnings(root, undated, {}), warnings(had, ended, {})]

  expect(found).toEqual([[], []])
  expect([created, undated, renamed].map(promotedProducts)).toEqual([[], ['A'], ['A']])
})

/** So many products with a dated discount, and a run that moved the prices of all of them. */
function promotedInput(size: number): Parameters<typeof price30d>[0] {
  const skus = Array.from({ length: size }, (_, index) => `P${index}`)
  const roots = skus.map((sku) => stored(sku, { price: '12' }, unpromoted))
  const discounted = skus.map((sku) => product(sku, { price: '12' }, { Merchandising: [desired('Merchandising', { ...dated, sku })] }))
  const run = skus.flatMap((sku) => changesOf(product(sku, { price: '12' }), stored(sku, { price: '11' })))
  return {
    changes: discounted.flatMap((record, index) => changesOf(record, roots[index])),
    live: roots,
    history: { runs: [{ at: '2026-11-10T12:00:00Z', changes: run }], since: '2026-01-01T00:00:00Z', unread: 0 },
    now,
    timezone: 'UTC',
  }
}

test('the work grows with the number of promoted products', () => {
  const { few, growth } = visitsOf(promotedInput, price30d)

  expect(few).toBeGreaterThan(250)
  expect(growth).toBeLessThan(11)
})
