import { expect, test } from 'vitest'
import type { PlanCount } from '../../../src/plan/plan-count.ts'
import { largeChanges, planOfChanges } from '../../support/large-plan.ts'

test('a plan that is made counts its steps as they are composed and ordered, then the lines that are hashed', () => {
  const changes = largeChanges(2_000)
  const counts: PlanCount[] = []

  const plan = planOfChanges(changes, (count) => counts.push(count))

  const of = (kind: PlanCount['kind']): number[] => counts.flatMap((count) => (count.kind === kind ? [count.done] : []))
  const kinds = counts.map(({ kind }) => kind)
  expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual(['steps', 'ordered', 'hashed'])
  expect(of('steps')).toEqual(of('steps').map((_, index) => index + 1))
  expect(of('ordered')).toEqual(plan.steps.map((_, index) => index))
  expect(of('hashed').length).toBeGreaterThan(3)
  expect(of('hashed')).toEqual(of('hashed').toSorted((a, b) => a - b))
  expect(of('hashed').at(-1)).toBeLessThanOrEqual(changes.length + plan.steps.length + plan.hazards.length + 5)
})

test('counting changes nothing in the plan', () => {
  const changes = largeChanges(200)

  const [counted, plain] = [planOfChanges(changes, () => undefined), planOfChanges(changes)]

  expect(counted).toEqual(plain)
})

test('a step is counted before the records of the next one are read', () => {
  const changes = largeChanges(1_000)
  const seen: (number | 'record')[] = []
  const watched = changes.map((change) =>
    change.kind === 'record' && change.action === 'create'
      ? {
          ...change,
          get fields() {
            seen.push('record')
            return change.fields
          },
        }
      : change,
  )

  planOfChanges(watched, (count) => count.kind === 'steps' && seen.push(count.done))

  // A body of new products, the step that shows them, then the next body.
  expect(seen.slice(seen.indexOf(2), seen.indexOf(3))).toContain('record')
})
