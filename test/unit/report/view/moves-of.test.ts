import { expect, test } from 'vitest'
import { movesOf } from '../../../../src/report/view/moves-of.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { sampleChanges, planOf } from '../../../support/sample-plan.ts'

test('a grid moves the prices that customers of a group pay at a quantity; new cells and removed ones are no moves', () => {
  const [, oak] = planView(planOf(sampleChanges)).roots
  const grid = oak?.below.find(({ change }) => change.kind === 'grid')

  const moves = grid === undefined ? [] : movesOf(grid)

  expect(moves.map(({ sku, where, before, after, percent }) => [sku, where, before, after, percent].join(' '))).toMatchInlineSnapshot(`[]`)
})
