import { farthestOf, isSlipped, type Move } from './moves-of.ts'
import type { FindingInput } from './finding-item.ts'
import { isOutlier, type MoveFigures, moveFigures } from './price-moves.ts'
import type { Unit } from './units.ts'

/** A price that is far from the others, with what it was compared with. */
export interface SingleOutlier {
  readonly unit: Unit
  readonly move: Move
  readonly figures: MoveFigures
  readonly among: 'the plan' | 'its grid'
}

/** Fewer records than this are compared with all prices of the plan. */
const fewRecords = 3
/** In a grid with fewer prices that move, none of them is unlike the others. */
const fewCells = 3

/**
 * Of prices that no shared definition gives, those that are far from the others: compared with each other, then each grid with itself.
 * Misplaced decimal points are left out.
 */
export function singleOutliers({
  units,
  causes,
  movesOfUnit,
}: Pick<FindingInput, 'units' | 'causes' | 'movesOfUnit'>): readonly SingleOutlier[] {
  // The same edit of several records moves all of them by the same ratio: by itself it has no outliers.
  const defined = new Set(causes.filter(({ cause }) => cause.kind !== 'label').flatMap((cause) => cause.units))
  const priced = units.filter((unit) => movesOfUnit(unit).length > 0)
  const single = priced.filter((unit) => !defined.has(unit))
  if (single.length === 0) return []
  const isFew = new Set(single.map(({ root }) => root)).size < fewRecords
  const plan = moveFigures((isFew ? priced : single).flatMap(movesOfUnit))
  return single.flatMap((unit): readonly SingleOutlier[] => {
    const moves = movesOfUnit(unit)
    const inPlan = plan && outlierOf(moves, plan)
    if (inPlan) return [{ unit, move: inPlan, figures: plan, among: 'the plan' }]
    const grid = moves.length < fewCells ? null : moveFigures(moves)
    const inGrid = grid && outlierOf(moves, grid)
    return inGrid ? [{ unit, move: inGrid, figures: grid, among: 'its grid' }] : []
  })
}

/** The move that is farthest from the median, where that is far; without misplaced decimal points. */
export function outlierOf(moves: readonly Move[], figures: MoveFigures): Move | undefined {
  // Most prices are near, and are not looked at again.
  if (!moves.some((move) => isOutlier(move, figures))) return undefined
  const farthest = farthestOf(
    moves.filter((move) => !isSlipped(move)),
    figures.median,
  )
  return farthest && isOutlier(farthest, figures) ? farthest : undefined
}
