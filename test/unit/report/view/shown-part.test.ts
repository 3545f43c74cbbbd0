import { expect, test } from 'vitest'
import type { Plan } from '../../../../src/plan/plan.ts'
import type { Step } from '../../../../src/plan/step.ts'
import { planView, shownPart } from '../../../../src/report/view/plan-view.ts'
import { planOf, samplePlan } from '../../../support/sample-plan.ts'

const barrier: Step = { id: 's900', stage: 'go live', title: 'a barrier', idempotency: 'read', needs: [], changes: [], kind: 'barrier' }

test.each<[string, Plan]>([
  ['with steps', samplePlan],
  ['with a barrier', { ...samplePlan, steps: [...samplePlan.steps, barrier] }],
  ['without changes', planOf([])],
])('a plan %s looks the same without what its steps send', (_, plan) => {
  const shown = shownPart(plan)

  const view = planView(shown)

  expect(view).toEqual(planView(plan))
  expect(JSON.stringify(shown)).not.toContain('"records"')
})
