import { expect, test } from 'vitest'
import { priceSlips } from '../../../src/plan/price-slips.ts'
import { field, movedGrid, row } from '../../support/sample-plan.ts'

const slippedPrice = [field('price', '9.90', '99')]
const first = [row(0, 9_999_999, '5')]

test('a simple price that is written with a grid is judged where no price of the grid is wrong', () => {
  const raised = movedGrid({ before: first, after: [row(0, 9_999_999, '6')], sku: 'TEE', fields: slippedPrice })
  const alsoWrong = movedGrid({ before: first, after: [row(0, 9_999_999, '50')], sku: 'CUP', fields: slippedPrice })

  const found = priceSlips([raised, alsoWrong])

  expect(found).toMatchObject([
    { sku: 'TEE', before: '9.90', after: '99', of: { kind: 'simple' }, others: 0 },
    { sku: 'CUP', before: '5', after: '50', of: { kind: 'grid', start: '0' }, others: 0 },
  ])
})
