import { expect, test } from 'vitest'
import { currencyTabs } from '../../../../src/report/view/currency-tabs.ts'

const doubled = Math.log(2)
const tripled = Math.log(3)

test.each([
  ['the first opens where another moves as much, or nearly', [[0, doubled], [doubled * 1.01]], 0, 0, [1, 0]],
  ['another opens that moves more', [[doubled], [doubled, tripled]], 0, 1, [0, 1]],
  ['what counts is the distance from the other prices of the cause', [[doubled, 0], [tripled]], doubled, 0, [1, 0]],
  ['a price of 0 is farther than all others', [[tripled], [-Infinity]], 0, 1, [0, 0]],
  ['a currency in which no price moves has none', [[], [doubled]], 0, 1, [-1, 0]],
])('%s', (_, moves, medianLog, expectedFirst, expectedFarthest) => {
  const { tabs, first } = currencyTabs(moves, medianLog)

  expect(first).toBe(expectedFirst)
  expect(tabs.map(({ farthest }) => farthest)).toEqual(expectedFarthest)
})
