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

test('what is missing or unknown in a file is named in plain words', async () => {
  const text = planFileText(planOfChanges(largeChanges(5)))

  const refusals = [
    await refusal(text.replace(/,\n {2}"file_hash": .+$/s, '\n}')),
    await refusal(text.replace('"needs":[],', '')),
    await refusal(text.replace('"kind":"record",', '')),
    await refusal(text.replace('"notices"', '"pages": 1,\n  "notices"')),
    await refusal(text.replace('"writes":', '"writes":"",\n"more":')),
  ]

  expect(refusals).toEqual(
    [
      'file_hash: the value is missing.',
      'steps.0.needs: the value is missing.',
      'changes.0.kind: the value is missing.',
      'the top level: unknown key "pages".',
      'estimate.writes: the value is wrong.',
    ].map((end) => `The plan file is not as this program writes it, at ${end}`),
  )
})
