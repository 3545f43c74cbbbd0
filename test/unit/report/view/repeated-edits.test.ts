import { expect, test } from 'vitest'
import type { FieldChange } from '../../../../src/diff/change.ts'
import { repeatedEdits } from '../../../../src/report/view/repeated-edits.ts'
import { rootsOf } from '../../../../src/report/view/root-view.ts'
import { field, updatedProduct } from '../../../support/sample-plan.ts'

function priceOf(index: number): FieldChange {
  return field('price', `${index}.00`, `${index}.50`)
}

function weightOf(kilograms: number): FieldChange {
  return field('weight', '1', String(kilograms))
}

test('an edit of several records is repeated, and of those that one record has hardly any', () => {
  const changes = Array.from({ length: 2_000 }, (_, index) => updatedProduct(`SKU-${index}`, [priceOf(index), weightOf(index % 100)]))

  const isRepeated = repeatedEdits(rootsOf({ changes, hazards: [] }))

  const single = changes.filter((_, index) => isRepeated('Product', priceOf(index)))
  expect(single.length).toBeLessThan(100)
  expect(Array.from({ length: 100 }, (_, index) => isRepeated('Product', weightOf(index)))).not.toContain(false)
  expect(isRepeated('Variants', weightOf(7))).toBe(false)
})
