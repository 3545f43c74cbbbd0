import { expect, test } from 'vitest'
import type { Change, GridDiff } from '../../../src/diff/change.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { gridSheets } from '../../../src/pricing/grid-sheets.ts'
import { planText } from '../../../src/report/plan-text.ts'
import { planView } from '../../../src/report/view/plan-view.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { countVisits, visitsOf } from '../../support/count-visits.ts'
import { listedPlan } from '../../support/listed-plan.ts'
import { gridOf, planOf, rootRecord, row, change, field } from '../../support/sample-plan.ts'

function indexes(size: number): number[] {
  return Array.from({ length: size }, (_, index) => index)
}

/** One group with a break at every tenth quantity. */
function manyBreaks(size: number): Pick<GridDiff, 'before' | 'after'> {
  const rows = (price: number): GridDiff['before'] => indexes(size).map((index) => row(index * 10, index * 10 + 9, `${price}.5`))
  return { before: rows(1), after: rows(2) }
}

/** One price for each of many groups. */
function manyGroups(size: number): Pick<GridDiff, 'before' | 'after'> {
  const rows = (price: number): GridDiff['before'] =>
    indexes(size).map((index) => row(0, 9_999_999, { price: `${price}.5`, group_code: `g${index}` }))
  return { before: rows(1), after: rows(2) }
}

/** A product whose variants all change in the same way, and others with a hazard each. */
function manyChanges(size: number): readonly Change[] {
  const tee = rootRecord('Product', 'TEE', 'Tee')
  const grid: GridDiff = {
    owner: 'Variants',
    ownerBefore: { price: null, on: true },
    way: 'in-place',
    bridgePrice: null,
    onSale: true,
    before: [row(1, 9, '2')],
    after: [row(1, 9, '3')],
  }
  return indexes(size).flatMap((index) => [
    gridOf({ root: tee, action: 'update', sku: `TEE-${index}`, grid }),
    change({
      address: `product.P${index}`,
      resource: 'Product',
      action: 'update',
      key: { sku: `P${index}` },
      fields: [field('hide', 'true', 'false')],
    }),
  ])
}

function manyHazards(size: number): Plan {
  const changes = manyChanges(size)
  const shown = changes.filter((each) => each.kind === 'record')
  return planOf(changes, { hazards: shown.map(({ address, root }) => ({ kind: 'shows-hidden', address, root })) })
}

function manyOfLists(size: number): Plan {
  return listedPlan({ products: size / 10, lists: 5, slips: [{ at: 1, factor: 10 }] })
}

test.each([
  ['breaks', manyBreaks],
  ['groups', manyGroups],
])('the cells of a grid with many %s are found by looking at each row a constant number of times', (_, make) => {
  const { few, growth } = visitsOf(make, gridSheets)

  expect(few).toBeGreaterThan(500)
  expect(growth).toBeLessThanOrEqual(10.5)
})

test('a report visits each change and hazard a constant number of times', () => {
  const view = visitsOf(manyHazards, planView)
  const text = visitsOf(manyHazards, (plan) => planText(planView(plan), plainTheme, { width: 100, verbose: false }))

  expect(view.few).toBeGreaterThan(500)
  expect([view.growth, text.growth].filter((growth) => growth > 10.5)).toEqual([])
})

test('causes and findings, and the text of them, visit each change a constant number of times', () => {
  const view = visitsOf(manyOfLists, planView)
  const text = visitsOf(manyOfLists, (plan) =>
    planText(planView(plan), plainTheme, { width: 100, verbose: false, by: 'cause', full: true }),
  )

  expect(view.few).toBeGreaterThan(500)
  expect([view.growth, text.growth].filter((growth) => growth > 11)).toEqual([])
})

test('a visit is every element that is walked, searched, copied, iterated or looked up', () => {
  const values = indexes(10)
  const known = new Set(values)

  const counts = [
    countVisits(() => values.map((value) => value)),
    countVisits(() => values.find((value) => value === 3)),
    countVisits(() => values.includes(3)),
    countVisits(() => [...values]),
    countVisits(() => [...known]),
    countVisits(() => known.has(3)),
    countVisits(() => values.flatMap((value) => values.filter((other) => other === value))),
  ]

  expect(counts).toEqual([10, 4, 10, 10, 10, 1, 110])
  expect(countVisits(() => undefined)).toBe(0)
})
