import { expect, test } from 'vitest'
import { makePageData } from '../../../../src/report/html/data/make-page-data.ts'
import { noThumbnails } from '../../../../src/report/html/data/thumbnail.ts'
import { farthestMove } from '../../../../src/report/html/find/price-moves.ts'
import { planChart } from '../../../../src/report/html/plan-chart.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { desired } from '../../../support/desired-records.ts'
import { changesOf, entries, offGrid, onGrid, product, stored, storedEntries } from '../../../support/planned-changes.ts'
import { planOf } from '../../../support/sample-plan.ts'

const public_ = { inactive: 'false' }

/** A grid whose first price rises by 20 %, with the simple price that the catalogue derives from it. */
const grid = changesOf(
  product('GRID', { ...onGrid, price: '12' }, { PricingAdvanced: entries('GRID', { '1': '12', '10': '9' }) }),
  stored('GRID', { ...onGrid, price: '10' }, { PricingAdvanced: storedEntries('GRID', { '1': '10', '10': '9' }) }),
)
const discounted = changesOf(
  product('SALE', { ...public_, price: '100' }, { Merchandising: [desired('Merchandising', { sku: 'SALE', discount: '50%' })] }),
  stored('SALE', { ...public_, price: '100' }, { Merchandising: [] }),
)
/** A simple price of 20 becomes a grid of 40 and 9. */
const turned = changesOf(
  product('TURNED', onGrid, { PricingAdvanced: entries('TURNED', { '1': '40', '10': '9' }) }),
  stored('TURNED', offGrid, { PricingAdvanced: [] }),
)

test('moves are those of the prices that customers pay: not of a simple price beside a grid, but of a discount and of a grid that is turned on', () => {
  const view = planView(planOf([...grid, ...discounted, ...turned]))

  const { records } = makePageData(view, noThumbnails(''), '')
  const chart = planChart(view, 'histogram')

  const found = records.map(({ key, changes }) => [key, changes.flatMap(({ moves = [] }) => moves), farthestMove(changes) > 0.6])
  expect(found).toEqual([
    ['GRID', [1.2], false],
    ['SALE', [0.5], true],
    ['TURNED', [2, 0.45], true],
  ])
  expect(chart).toContain('Price moves: 4')
})

test('the grids with the farthest moves come first, also one that takes the place of a simple price', () => {
  const view = planView(planOf([...grid, ...turned]))

  const chart = planChart(view, 'prices')

  expect(chart.indexOf('TURNED')).toBeGreaterThan(0)
  expect(chart.indexOf('TURNED')).toBeLessThan(chart.indexOf('GRID'))
})
