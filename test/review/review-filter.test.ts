import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planView } from '../../src/report/view/plan-view.ts'
import { reviewModel } from '../../src/review/review-model.ts'
import { visibleRows } from '../../src/review/review-rows.ts'
import { field, movedGrid, planOf, row, samplePlan, updatedProduct } from '../support/sample-plan.ts'

const view = planView(samplePlan)

/** Finds the keys of the rows that a filter leaves, with a search of its own. */
function openFinder(): (filter: string) => readonly string[] {
  const { search, groupsOf } = reviewModel(view, { confirmWord: null })
  return (filter) => {
    const { rows } = visibleRows(view, {
      groups: groupsOf('cause', 'plan'),
      toggled: new Set(),
      found: search.find(filter, (root) => root === 1),
    })
    return rows.slice(0, rows.length).map(({ key }) => key)
  }
}

test('a filter that is typed and corrected letter by letter finds what it finds at once', () => {
  const words = [
    'oak',
    'table',
    'kind:price',
    'op:create',
    'group:vip',
    'currency:e',
    'cause:new',
    'skipped',
    'move>10%',
    'move<-10%',
    'risk',
    'a',
    '38',
  ]
  let found = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }), fc.nat(8), (some, erased) => {
      const filter = some.join(' ')
      const typed = openFinder()
      const forwards = filter.split('').map((_, index) => filter.slice(0, index + 1))
      const backwards = Array.from({ length: erased }, (_, index) => filter.slice(0, -1 - index))

      const steps = [...forwards, ...backwards]

      for (const step of steps) expect(typed(step)).toEqual(openFinder()(step))
      found += typed(filter).length
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(20)
})

test('the texts of a plan are read a record at a time, and only once', () => {
  const { search } = reviewModel(view, { confirmWord: null })
  const after = (records: number): boolean => {
    let asked = 0
    return search.readOn(() => (asked += 1) > records)
  }

  const ends = [after(1), after(1), after(view.roots.length), after(1)]

  expect(ends).toEqual([false, false, true, true])
  expect(search.complete('kind:var')).toEqual([{ word: 'kind:variants', count: 1 }])
})

/** Prices in which only those of group vip in EUR rise much, and a simple price that rises as much. */
const cells = planOf([
  movedGrid({
    sku: 'TEE',
    before: [row(1, 9, '10'), row(1, 9, vip('8', '')), row(1, 9, vip('9', 'EUR')), row(1, 9, { price: '12', currency_code: 'CHF' })],
    after: [row(1, 9, '10.10'), row(1, 9, vip('8.08', '')), row(1, 9, vip('12', 'EUR')), row(1, 9, { price: '12', currency_code: 'CHF' })],
  }),
  updatedProduct('MUG', [field('price', '10', '15')]),
])

function vip(price: string, currency_code: string): Parameters<typeof row>[2] {
  return { price, currency_code, group_code: 'vip' }
}

test.each([
  ['move>10%', ['TEE', 'MUG']],
  ['group:vip move>10%', ['TEE']],
  ['group:default move>10%', []],
  ['group:vip move>10% move<20%', []],
  ['currency:EUR move>10% group:vip', ['TEE']],
  ['currency:default move>10%', []],
  ['currency:chf', ['TEE']],
  ['currency:chf group:vip', []],
  ['currency:c move>0.1', []],
])('the filter "%s" holds for one price', (filter, expected) => {
  const { view: plan, search, numbers } = reviewModel(planView(cells), { confirmWord: null })
  const isFound = search.find(filter, () => false)('')

  const found = plan.roots.filter(({ below }, root) => [-1, ...below.keys()].some((at) => isFound(root, at)))

  expect(numbers.count).toBeGreaterThan(2)
  expect(found.map(({ key }) => key)).toEqual(expected)
})

test.each([
  ['move>10%', ['UP']],
  ['move>9.9%', ['TEN', 'UP']],
  ['move<-10%', []],
  ['\u00E9clair', ['TEN', 'UP']],
  ['e\u0301clair', ['TEN', 'UP']],
])('the filter "%s" finds prices and titles as they are read', (filter, expected) => {
  const prices = planOf([
    updatedProduct('TEN', [field('price', '1.00', '1.10')], '\u00E9clair'),
    updatedProduct('UP', [field('price', '1.00', '1.11')], 'e\u0301clair'),
    updatedProduct('DOWN', [field('price', '3.00', '2.70')]),
  ])
  const { view: plan, search } = reviewModel(planView(prices), { confirmWord: null })
  const isFound = search.find(filter, () => false)('')

  expect(plan.roots.filter((_, root) => isFound(root, -1)).map(({ key }) => key)).toEqual(expected)
})

test('currencies complete a filter, with the number of changes', () => {
  const { search } = reviewModel(planView(cells), { confirmWord: null })

  const completions = [search.complete('cur'), search.complete('currency:e')]

  expect(completions).toEqual([
    [
      { word: 'currency:default', count: 1 },
      { word: 'currency:eur', count: 1 },
      { word: 'currency:chf', count: 1 },
    ],
    [{ word: 'currency:eur', count: 1 }],
  ])
})

test.each([
  ['foo:bar', '`foo:` is not a filter. There are kind:, op:, field:, group:, currency:, file:, cause:, move>, move<, risk and skipped.'],
  ['tee kind:xyz', 'This plan has no kind `xyz`. It has: price grids, products.'],
  ['move>abc', '`move>abc` is not a limit. Write `move>10%` for prices that rise by more, `move<-10%` for those that fall by more.'],
  ['kind:grid', 'This plan has no kind `grid`. It has: price grids, products.'],
  ['currency:usd', 'This plan has no currency `usd`. It has: default, eur, chf.'],
  ['cause:tees', 'Nothing in this plan has a cause.'],
  ['tee mug', null],
])('the filter "%s" that finds nothing says why', (filter, expected) => {
  const { search } = reviewModel(planView(cells), { confirmWord: null })

  expect(search.problemOf(filter)).toBe(expected)
})
