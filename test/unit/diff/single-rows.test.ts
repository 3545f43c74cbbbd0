import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchCells } from '../../../src/diff/match-cells.ts'
import { staysPriced, surplusOf } from '../../../src/diff/single-rows.ts'
import { compareRows, type GridRow } from '../../../src/pricing/grid-row.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { live as liveRecord } from '../../support/desired-records.ts'
import { anyGrid, pricesOf, withUids } from '../../support/any-grid.ts'

function entry(group_code: string, start: string, end: string, price: string, currency_code = ''): GridRow {
  return { group_code, currency_code, start, end, price }
}

/** Whether a grid can lose its rows one by one. */
function isSafe(wanted: readonly GridRow[], before: readonly GridRow[]): boolean {
  const live = withUids(before)
  return staysPriced(matchCells(wanted, live).after, live)
}

const whole = entry('', '0', '9999999', '20')
const cut = [entry('', '0', '11', '20'), entry('', '12', '9999999', '17')]
const dealer = entry('dealer', '0', '9999999', '15')

test('rows can leave where what remains has a price for everybody: copies, forced prices, a group of one row', () => {
  const doubled = isSafe(cut, [...cut, entry('', '0', '11', '19'), ...cut])
  const forced = isSafe([entry('', '0', '9999999', '21')], [whole, entry('', '0', '9999999', '18', 'EUR')])
  const group = isSafe([entry('', '0', '9999999', '21'), entry('vip', '0', '9999999', '14')], [whole, dealer])

  expect([doubled, forced, group]).toEqual([true, true, true])
})

test('rows cannot leave where a quantity would have no price, two prices, or a price of the default group that is old', () => {
  const merged = isSafe([whole], cut)
  const moved = isSafe([entry('', '0', '9', '20'), entry('', '10', '9999999', '17')], cut)
  const several = isSafe(cut, [...cut, entry('dealer', '0', '11', '15'), entry('dealer', '12', '9999999', '14')])
  const withForced = isSafe([whole], [whole, dealer, entry('dealer', '0', '9999999', '12', 'EUR')])
  const unknown = staysPriced([whole], [whole, whole])

  expect([merged, moved, several, withForced, unknown]).toEqual([false, false, false, false, false])
})

test('more than 100 rows are not deleted one by one', () => {
  const copies = (count: number): GridRow[] => Array.from({ length: count }, () => whole)

  expect([isSafe([whole], copies(101)), isSafe([whole], copies(102))]).toEqual([true, false])
})

function productWith(rows: readonly GridRow[]): RecordTree {
  const entries = rows.map(({ uid = '', ...fields }) => liveRecord('PricingAdvanced', { ...fields, uid, sku: 'TEE' }))
  return liveRecord('Product', { sku: 'TEE', price: '1', advanced_pricing: 'true' }, { PricingAdvanced: entries })
}

test('after every request of such a change each customer pays an old or a new price', () => {
  let tried = 0
  const anyPair = fc.tuple(anyGrid, anyGrid, fc.boolean(), fc.array(fc.nat(), { maxLength: 2 })).map(([wanted, other, isNear, copied]) => {
    // Grids that have nothing in common seldom qualify.
    const base = isNear
      ? [
          ...wanted.filter(({ group_code, currency_code }) => group_code === '' && currency_code === ''),
          ...other.filter(({ group_code }) => group_code !== ''),
        ]
      : other
    const copies = copied.flatMap((at) => base[at % base.length] ?? [])
    return { wanted: wanted.toSorted(compareRows), live: withUids([...base, ...copies].toSorted(compareRows)) }
  })
  fc.assert(
    fc.property(anyPair, ({ wanted, live }) => {
      const { after, inPlace } = matchCells(wanted, live)
      if (inPlace || !staysPriced(after, live)) return
      tried += 1
      const updates = new Map(after.map((row) => [row.uid, row]))
      const inserts = after.filter(({ uid }) => uid === undefined)
      const states = [
        [...live, ...inserts],
        [...live.map((row) => updates.get(row.uid) ?? row), ...inserts],
      ]
      for (const gone of surplusOf(after, live))
        states.push((states.at(-1) ?? []).filter(({ uid }) => uid === undefined || uid !== gone.uid))

      const [old, final] = [pricesOf(productWith(live)), pricesOf(productWith(wanted))]

      for (const [index, rows] of states.entries())
        for (const [question, price] of pricesOf(productWith(rows)))
          expect([old.get(question), final.get(question)], `${question} in state ${index}`).toContain(price)
      expect(pricesOf(productWith(states.at(-1) ?? []))).toEqual(final)
    }),
    { numRuns: 2_000 },
  )
  expect(tried).toBeGreaterThan(100)
})
