import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { parsePlanFile } from '../../../src/plan/plan-file.ts'
import { largeChanges, planOfChanges } from '../../support/large-plan.ts'
import { planFileText } from '../../support/sample-plan.ts'

async function refusal(text: string): Promise<string> {
  try {
    await parsePlanFile(text)
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'plan-file-broken') return error.message
    throw error
  }
  return 'not refused'
}

test('a member that comes twice, or after the changes that are hashed with it, is refused', async () => {
  const text = planFileText(planOfChanges(largeChanges(5)))
  const [from = ''] = /,\n {2}"made_from": .+(?=,)/.exec(text) ?? []
  const [steps = ''] = /,\n {2}"steps": \[.+?\n {2}\]/s.exec(text) ?? []

  const refusals = [
    await refusal(text.replace(from, from + from)),
    await refusal(text.replace(steps, steps + steps)),
    await refusal(text.replace(from, '').replace(steps, steps + from)),
    await refusal(text.replace(steps, '').replace(',\n  "changes"', `${steps},\n  "changes"`)),
  ]

  const changed = 'The plan file was changed after it was created: its plan_hash does not match its content.'
  expect(refusals).toEqual(['The plan file has "made_from" twice.', 'The plan file has "steps" twice.', changed, changed])
})
