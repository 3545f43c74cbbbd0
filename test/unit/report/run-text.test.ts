import { expect, test } from 'vitest'
import { runGoal } from '../../../src/report/run-goal.ts'
import { runHead, runText } from '../../../src/report/run-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { endedRun, post, upload } from '../../support/sample-run.ts'
import { planOf, sampleChanges } from '../../support/sample-plan.ts'

const plan = planOf(sampleChanges, { steps: [upload('s1', 'a.jpg'), post('s2', 60), post('s3', 60, 'go live'), post('s4', 1, 'removals')] })
const cannot = sampleChanges.filter((change) => change.action === 'cannot')

test('an apply that succeeded reports that the store matches the catalogue, and counts the changes', () => {
  const run = endedRun(
    'done',
    plan.steps.map(({ id }) => ({ id, outcome: 'done', message: null })),
  )

  const texts = [[], cannot].map((left) =>
    runText({ goal: runGoal(plan, run), run, check: { converged: true, left: [], cannot: left } }, plainTheme, 80),
  )

  expect(texts.join('=====\n')).toMatchInlineSnapshot(`
    "The store now matches the catalogue.
    Applied: 9 created, 5 updated, 1 removed.
    =====
    The store now matches the catalogue, except for 1 change that cannot be applied:
    ! product.OAK-TABLE/attribute.Fit: This store shows no way to remove an
      attribute. Remove it in the shop, or allow deletes in planogram.yaml.
    Applied: 9 created, 5 updated, 1 removed.
    "
  `)
})

test('a step that failed for one record and wrote another counts as failed, and what it wrote is counted', () => {
  const steps = [{ id: 's2', outcome: 'failed', message: 'Invalid fields specified: frob' }] as const

  const texts = [0, 1].map((written) => {
    const run = endedRun('partial', steps, [], written)
    return runHead({ goal: runGoal({ ...plan, steps: plan.steps.slice(1, 2) }, run), run })
  })

  expect(texts).toEqual(['Nothing applied: 0 of 1 step done, 1 failed.', 'Applied in part: 0 of 1 step done, 1 failed. 1 change written.'])
})

test('a failure names the record, its place and the reason, what is left, and how to continue', () => {
  const run = endedRun(
    'partial',
    [
      { id: 's1', outcome: 'done', message: null },
      { id: 's2', outcome: 'failed', message: 'Invalid fields specified: frob' },
      { id: 's3', outcome: 'blocked', message: null },
      { id: 's4', outcome: 'unknown', message: null },
    ],
    [
      {
        address: 'product.ELM-TABLE',
        outcome: 'failed',
        message: 'Invalid fields specified: frob',
        source: { file: 'tables.yaml', line: 12, column: 3 },
      },
      { address: 'product.OAK-TABLE/category.sale', outcome: 'unknown', message: 'shop.example did not answer.', source: null },
    ],
  )

  const text = runText(
    { goal: runGoal(plan, run), run, check: { converged: false, left: sampleChanges.slice(0, 12), cannot } },
    plainTheme,
    80,
  )

  expect(text).toMatchInlineSnapshot(`
    "failed: product.ELM-TABLE (tables.yaml:12:3): Invalid fields specified: frob
    unknown: product.OAK-TABLE/category.sale: shop.example did not answer.
    The store does not match the catalogue yet: 12 changes left.
    ~ category.tables "Tables"
    ~ product.OAK-TABLE "Oak table"
    ~ grid.OAK-TABLE "Oak table"
    ~ variant.OAK-120 "Oak table"
    - product.OAK-TABLE/category.sale "Oak table"
    ! product.OAK-TABLE/attribute.Fit "Oak table"
    + product.ELM-TABLE "Elm table"
    + grid.ELM-TABLE "Elm table"
    + product.ELM-TABLE/category.tables "Elm table"
    + file.images/items/elm-1.jpg
      (and 2 more)
    ! product.OAK-TABLE/attribute.Fit: This store shows no way to remove an
      attribute. Remove it in the shop, or allow deletes in planogram.yaml.
    Applied in part: 1 of 4 steps done, 1 failed, 1 unknown, 1 skipped.
    Next: run planogram apply --resume to go on, or planogram plan to see what is
          left. Changes that were applied are not repeated.
    "
  `)
})

test('an interrupted apply counts the steps that were not started', () => {
  const run = endedRun('interrupted', [{ id: 's1', outcome: 'done', message: null }])

  const text = runText({ goal: runGoal(plan, run), run, check: null }, plainTheme, 80)

  expect(text).toMatchInlineSnapshot(`
    "Interrupted. Applied in part: 1 of 4 steps done, 3 not started.
    Next: run planogram apply --resume to go on, or planogram plan to see what is
          left. Changes that were applied are not repeated.
    "
  `)
})

test('a value that the store rewrote is reported with what was sent', () => {
  const rewrite = { resource: 'Product', key: { sku: 'OAK-TABLE' }, field: 'weight', sent: '0.125', stored: '0.13' } as const
  const run = { ...endedRun('done', []), rewrites: [rewrite] }

  const text = runText({ goal: runGoal(plan, run), run, check: null }, plainTheme, 80)

  expect(text.split('\n').slice(0, 2)).toEqual([
    'product.OAK-TABLE: weight is "0.13" instead of "0.125" (accepted as the store',
    '  has it)',
  ])
})

test('a record that differs after all steps are done is named, and the apply is no success', () => {
  const failure = { address: 'product.OAK-TABLE', outcome: 'failed', message: 'Verification failed: slug.', source: null } as const
  const results = plan.steps.map(({ id }) => ({ id, outcome: 'done' as const, message: null }))
  const run = endedRun('partial', results, [failure])

  const text = runText({ goal: runGoal(plan, run), run, check: null }, plainTheme, 80)

  expect(text.split('\n').slice(0, 2)).toEqual([
    'failed: product.OAK-TABLE: Verification failed: slug.',
    'Applied, but not everything is in the store as it was sent.',
  ])
})
