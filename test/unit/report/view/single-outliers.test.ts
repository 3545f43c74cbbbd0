import { expect, test } from 'vitest'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { field, planOf, updatedProduct } from '../../../support/sample-plan.ts'

test('a price that was free, or is free now, is far from all others', () => {
  const risen = Array.from({ length: 40 }, (_, index) => updatedProduct(`P${index}`, [field('price', '10', '10.1')]))
  const wasFree = updatedProduct('GIFT', [field('price', '0', '5')])
  const isFree = updatedProduct('SALE', [field('price', '20', '0')])

  const { findings } = planView(planOf([wasFree, ...risen, isFree]))

  expect(findings.map(({ kind, sentence }) => `${kind} | ${sentence}`)).toEqual([
    'outlier | GIFT: 0.00 → 5.00; the median of the plan is ▲1.0 %.',
    'outlier | SALE: 20.00 → 0.00 (▼100.0 %); the median of the plan is ▲1.0 %.',
  ])
})
