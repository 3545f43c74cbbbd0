import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { openSharedTexts } from '../../../src/plan/shared-texts.ts'
import { largeChanges } from '../../support/large-plan.ts'
import { field, samplePlan, updatedProduct } from '../../support/sample-plan.ts'

test('changes whose texts are shared are the same changes, and those of one record have one root', () => {
  const updated = updatedProduct('TEE', [field('title', 'Tee', 'New tee'), field('weight', null, '1')], 'New tee')
  const changes = [...largeChanges(50), ...samplePlan.changes, updated, updated]
  const read: readonly Change[] = JSON.parse(JSON.stringify(changes))

  const shared = read.map(openSharedTexts())

  expect(shared).toEqual(changes)
  const [first, second] = shared.slice(-2).map((change) => (change.kind === 'file' ? null : change.root))
  expect(first).not.toBeNull()
  expect(first).toBe(second)
})
