import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOfRoot } from '../../../../src/diff/change.ts'
import { evaluateGuards } from '../../../../src/plan/guards/evaluate-guards.ts'
import type { GuardFacts } from '../../../../src/plan/guards/guard-input.ts'
import { openPartGuards } from '../../../../src/plan/guards/part-guards.ts'
import { guardDefaults } from '../../../../src/records/guard-limits.ts'
import { listedPlan } from '../../../support/listed-plan.ts'
import { change, rootRecord, updatedProduct } from '../../../support/sample-plan.ts'

const opened = [0, 1].map((at) => {
  const root = rootRecord('Product', `OPEN-${String(at)}`)
  return change({ address: root.address, root, resource: 'Product', action: 'update', key: { sku: root.key }, opensAccess: true })
})
const removed = Array.from({ length: 12 }, (_, at) => {
  const root = rootRecord('Product', `GONE-${String(at)}`)
  return change({ address: root.address, root, resource: 'Product', action: 'remove', key: { sku: root.key } })
})
const slips = [
  { at: 3, factor: 10 },
  { at: 7, factor: 2, currency: 'EUR' },
]
const changes = [...listedPlan({ products: 30, lists: 2, slips }).changes, ...opened, ...removed]
const addresses = changes.map(addressOfRoot)
const limits = { ...guardDefaults, max_removals: '12%', max_changes: '20%' }
const facts: GuardFacts = { declared: 80, priceEntries: 0, places: new Map(), hiddenByRun: new Set(), drift: 'overwrite' }

test('for any part of a plan the guards are those of the part', () => {
  const stops = evaluateGuards(changes, limits, facts)
  const guardsOf = openPartGuards(changes, stops)
  const counts = new Map<string, number>()

  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...addresses)), (skipped) => {
      const without = new Set(skipped)
      const part = guardsOf(skipped)
      const expected = evaluateGuards(
        changes.filter((each) => !without.has(addressOfRoot(each))),
        limits,
        facts,
      )
      expect(part).toEqual({ stops: expected, open: [] })
      for (const { guard } of part.stops) counts.set(guard, (counts.get(guard) ?? 0) + 1)
    }),
    { numRuns: 60 },
  )
  expect(stops.map(({ guard }) => guard)).toEqual(['max_removals', 'max_changes', 'price_change', 'decimal_slip', 'open_access'])
  expect([...counts.keys()].toSorted()).toEqual(stops.map(({ guard }) => guard).toSorted())
})

test('a guard that counts what the store has is open for a part, and the age of a plan stops every part', () => {
  const stops = [
    { guard: 'empty_category', limit: 'on', found: 1, cases: [{ address: 'category.a', source: null }] },
    { guard: 'max_plan_age', limit: '24h', found: 30, cases: [] },
  ] as const
  const guardsOf = openPartGuards(changes, stops)

  const part = guardsOf([addresses[0] ?? ''])

  expect(part).toEqual({ stops: [stops[1]], open: [stops[0]] })
})

test('of a plan that drift stops, a part is stopped by the drift that it has', () => {
  const drifted = ['CUP', 'MUG'].map((sku) => updatedProduct(sku, [{ field: 'title', before: 'Theirs', after: 'Ours', base: 'Ours' }]))
  const all = [...drifted, updatedProduct('TEE', [{ field: 'title', before: 'A', after: 'B', base: 'A' }])]
  const stops = evaluateGuards(all, guardDefaults, { ...facts, drift: 'fail' })
  const guardsOf = openPartGuards(all, stops)
  const [cup = '', mug = ''] = all.map(addressOfRoot)

  expect(stops.map(({ guard, found }) => [guard, found])).toEqual([['drift', 2]])
  expect(guardsOf([cup]).stops.map(({ guard, found }) => [guard, found])).toEqual([['drift', 1]])
  expect(guardsOf([cup, mug])).toEqual({ stops: [], open: [] })
})
