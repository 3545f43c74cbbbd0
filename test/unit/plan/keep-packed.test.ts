import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { packedRootsOf } from '../../../src/diff/packed-changes.ts'
import { parsePlanFile, parsePlanToApply } from '../../../src/plan/plan-file.ts'
import { planHashOf } from '../../../src/plan/plan-hash.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import type { Step } from '../../../src/plan/step.ts'
import { largeChanges, planOfChanges } from '../../support/large-plan.ts'
import { planFileText } from '../../support/sample-plan.ts'

/** New products, updates of others, and files. */
const made = planOfChanges(largeChanges(6))
const created = [...new Set(made.changes.flatMap((change) => (isNewProduct(change) ? change.address : [])))]

function isNewProduct(change: Change): boolean {
  return change.kind === 'record' && change.resource === 'Product' && change.action === 'create'
}

/** The file of a plan with other steps, and hashes that fit. */
function withSteps(change: (step: Step) => Step): { readonly plan: Plan; readonly text: string } {
  const other = { ...made, steps: made.steps.map(change) }
  const plan = { ...other, planHash: planHashOf(other) }
  return { plan, text: planFileText(plan) }
}

test('a plan that is read to be applied has the changes of new products packed, and is the plan that was saved', async () => {
  const text = planFileText(made)

  const read = await parsePlanToApply(text)

  expect(created.length).toBeGreaterThan(1)
  expect(packedRootsOf(read.changes).map(({ root }) => root.address)).toEqual(created)
  expect(JSON.parse(JSON.stringify(read))).toEqual(await parsePlanFile(text))
  expect(planHashOf(read)).toBe(made.planHash)
})

test('a step that sends something else than the changes say is kept as it is in the file', async () => {
  const { plan, text } = withSteps((step) => {
    if (step.kind !== 'post' || step.stage === 'go live') return step
    const records = step.records.map((record) => ({ ...record, fields: { ...record.fields, title: 'Another title' } }))
    return { ...step, records }
  })

  const read = await parsePlanToApply(text)

  expect(read.steps).toEqual(plan.steps)
  expect(read.changes).toEqual(made.changes)
  expect(packedRootsOf(read.changes)).toEqual([])
})

test('a step that names other changes than those of its records is kept as it is in the file', async () => {
  const { plan, text } = withSteps((step) => (step.kind === 'post' ? { ...step, changes: step.changes.toReversed() } : step))

  const read = await parsePlanToApply(text)

  expect(read.steps).toEqual(plan.steps)
  expect(packedRootsOf(read.changes)).toEqual([])
})

test('a verify that names other changes than the step which it reads back is kept as it is in the file', async () => {
  const { plan, text } = withSteps((step) => (step.kind === 'verify' ? { ...step, changes: step.changes.slice(1) } : step))

  const read = await parsePlanToApply(text)

  expect(JSON.parse(JSON.stringify(read.steps))).toEqual(plan.steps)
  expect(packedRootsOf(read.changes).map(({ root }) => root.address)).toEqual(created)
})

test('a new product whose changes are in two places of the file is not packed', async () => {
  const [own, grid, ...others] = made.changes
  const apart = [own, ...others, grid].flatMap((change) => change ?? [])
  const other = { ...made, changes: apart }
  const plan = { ...other, planHash: planHashOf(other) }

  const read = await parsePlanToApply(planFileText(plan))

  expect([own?.address, grid?.address]).toEqual(['product.SKU-0', 'grid.SKU-0'])
  expect(read.changes).toEqual(apart)
  // One step creates all new products.
  expect(packedRootsOf(read.changes)).toEqual([])
})

test('a plan without steps is kept as it is in the file', async () => {
  const other = { ...made, steps: [] }
  const plan = { ...other, planHash: planHashOf(other) }

  const read = await parsePlanToApply(planFileText(plan))

  expect(read.changes).toEqual(made.changes)
  expect(packedRootsOf(read.changes)).toEqual([])
})
