import { expect, test } from 'vitest'
import type { RecordChange } from '../../../../src/diff/change.ts'
import { categoryTrees } from '../../../../src/report/html/data/category-trees.ts'
import { planChart } from '../../../../src/report/html/plan-chart.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { change, planOf, rootRecord } from '../../../support/sample-plan.ts'

function placed(code: string, parents: readonly string[]): readonly RecordChange[] {
  return parents.map((parent) =>
    change({
      address: `category.${code}/parent.${parent}`,
      root: rootRecord('Cat', code, code),
      resource: 'CatParent',
      action: 'create',
      key: { cat_code: code, parent_code: parent },
    }),
  )
}

function level(number: number): readonly string[] {
  return Array.from({ length: 8 }, (_, at) => `l${number}-${at}`)
}

test('a category below each of several parents on every level is in billions of places, of which the first are shown', () => {
  const all = Array.from({ length: 12 }, (_, number) => number)
  const view = planView(
    planOf(all.flatMap((number) => level(number).flatMap((code) => placed(code, number === 0 ? ['0'] : level(number - 1))))),
  )

  const trees = categoryTrees(view)
  const chart = planChart(view, 'categories')

  expect(trees?.after).toHaveLength(200)
  expect(trees?.after.slice(0, 3).map(({ code, depth }) => [code, depth])).toEqual([
    ['l0-0', 0],
    ['l1-0', 1],
    ['l2-0', 2],
  ])
  expect(trees?.rest?.after).toMatch(/^and \d+ more categories$/)
  expect(chart).toContain(trees?.rest?.after)
})

test('two hundred and three categories: three have no row', () => {
  const view = planView(planOf(Array.from({ length: 203 }, (_, at) => placed(`c${at}`, ['0'])).flat()))

  const trees = categoryTrees(view)

  expect(trees?.after).toHaveLength(200)
  expect(trees?.rest).toEqual({ before: 'and 3 more categories', after: 'and 3 more categories' })
})

test('a hundred and fifty categories below two others: all have a row, but not in all of their places', () => {
  const below = Array.from({ length: 150 }, (_, at) => placed(`b${at}`, ['t0', 't1'])).flat()
  const view = planView(planOf([...placed('t0', ['0']), ...placed('t1', ['0']), ...below]))

  const trees = categoryTrees(view)

  expect(trees?.rest?.after).toBe('and more places of these categories')
})
