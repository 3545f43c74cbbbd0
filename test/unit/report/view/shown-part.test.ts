import { expect, test } from 'vitest'
import { parseShownPlan } from '../../../../src/plan/plan-file.ts'
import { planFormatVersion } from '../../../../src/plan/make-plan.ts'
import { planHashOf } from '../../../../src/plan/plan-hash.ts'
import type { Plan } from '../../../../src/plan/plan.ts'
import type { Step } from '../../../../src/plan/step.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { live } from '../../../support/desired-records.ts'
import { planFileText, planOf, samplePlan } from '../../../support/sample-plan.ts'

const barrier: Step = { id: 's900', stage: 'go live', title: 'a barrier', idempotency: 'read', needs: [], changes: [], kind: 'barrier' }
const steps = samplePlan.steps.map((step) => ({ ...step, records: [live('Product', { sku: 'OAK-TABLE', title: 'Oak' })] }))

test.each<[string, Plan]>([
  ['with steps', { ...samplePlan, steps }],
  ['with a barrier', { ...samplePlan, steps: [...steps, barrier] }],
  ['without changes', planOf([])],
])('a plan %s looks the same when it is read without what its steps send', async (_, made) => {
  const plan = { ...made, formatVersion: planFormatVersion, planHash: planHashOf(made) }

  const shown = await parseShownPlan(planFileText(plan))

  expect(planView(shown)).toEqual(planView(plan))
  expect(JSON.stringify(shown)).not.toContain('"records"')
})
