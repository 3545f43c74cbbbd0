import { expect, test } from 'vitest'
import { foundText } from '../../../../src/plan/guards/guard-sentence.ts'
import { planAge } from '../../../../src/plan/guards/plan-age.ts'

const madeAt = '2026-11-20T07:00:00.000Z'

test.each([
  ['24h', '2026-11-21T07:00:00.000Z', []],
  ['24h', '2026-11-21T08:30:00.000Z', ['the plan is 25h old (limit 24h)']],
  ['30m', '2026-11-20T07:31:00.000Z', ['the plan is 31m old (limit 30m)']],
  ['2d', '2026-11-22T07:00:01.000Z', ['the plan is 2d old (limit 2d)']],
  ['0s', '2026-11-20T07:00:01.000Z', ['the plan is 1s old (limit 0s)']],
  ['off', '2027-11-20T07:00:00.000Z', []],
] as const)('max_plan_age: %s at %s', (limit, now, expected) => {
  const stops = planAge(madeAt, { max_plan_age: limit }, new Date(now))

  expect(stops.map(foundText)).toEqual(expected)
})
