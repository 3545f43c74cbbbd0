import { expect, test } from 'vitest'
import type { Change } from '../../../../src/diff/change.ts'
import { movesOf } from '../../../../src/report/view/moves-of.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { sampleChanges, planOf } from '../../../support/sample-plan.ts'

function movesInWords(changes: readonly Change[], kind: Change['kind']): readonly string[] {
  const views = planView(planOf(changes)).roots.flatMap(({ own, below }) => (own === null ? below : [own, ...below]))
  const moves = views.filter(({ change }) => change.kind === kind).flatMap(movesOf)
  return moves.map(({ sku, where, before, after, percent }) => [sku, where, before, after, percent].join(' '))
}

test('a grid moves the prices that customers of a group pay at a quantity; new cells and removed ones are no moves', () => {
  const moves = movesInWords(
    sampleChanges.filter(({ kind }) => kind === 'grid'),
    'grid',
  )

  expect(moves).toMatchInlineSnapshot(`
    [
      "OAK-TABLE default 50+ 459.00 469.00 ▲2.2 %",
      "OAK-TABLE dealer 1-9 399.00 349.00 ▼12.5 %",
      "OAK-TABLE dealer 10-49 379.00 339.00 ▼10.6 %",
      "OAK-TABLE vip 1-9 449.00 149.00 ▼66.8 %",
    ]
  `)
})

test('where customers buy the variants of a product, its own grid moves no price', () => {
  const moves = [movesInWords(sampleChanges, 'grid'), movesInWords(sampleChanges, 'record')]

  expect(moves).toEqual([[], ['OAK-120  100.00 89.50 \u25BC10.5 %']])
})
