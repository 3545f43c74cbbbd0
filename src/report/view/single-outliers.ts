import { farthestOf, isSlipped, type Move } from './moves-of.ts'
import type { Measured } from './measured-cause.ts'
import { isOutlier, moveFigures, type MoveSpread, spreadOf } from './price-moves.ts'
import { countOfMoves, hasOutlier, logsOf, type PricedUnits } from './priced-units.ts'
import { movesOfUnit, type Unit } from './units.ts'

/** A price that is far from the others, with what it was compared with. */
export interface SingleOutlier {
  readonly unit: Unit
  readonly move: Move
  readonly figures: MoveSpread
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
export function singleOutliers(priced: PricedUnits, causes: readonly Measured[]): readonly SingleOutlier[] {
  // The same edit of several records moves all of them by the same ratio: by itself it has no outliers.
  const defined = new Set(causes.filter(({ cause }) => cause.kind !== 'label').flatMap((cause) => cause.units))
  const isSingle = (unit: Unit): boolean => !defined.has(unit)
  const plan = spreadOf(logsOf(priced, areFew(priced, isSingle) ? () => true : isSingle))
  const outliers: SingleOutlier[] = []
  for (const [index, unit] of priced.units.entries()) {
    const count = countOfMoves(priced, index)
    if (count === 0 || !isSingle(unit)) continue
    // Most prices are near, and are not looked at again.
    const inPlan = hasOutlier(priced, index, plan) ? outlierOf(movesOfUnit(unit), plan) : undefined
    if (inPlan) outliers.push({ unit, move: inPlan, figures: plan, among: 'the plan' })
    if (inPlan || count < fewCells) continue
    const moves = movesOfUnit(unit)
    const grid = moveFigures(moves)
    const inGrid = grid && outlierOf(moves, grid)
    if (inGrid) outliers.push({ unit, move: inGrid, figures: grid, among: 'its grid' })
  }
  return outliers
}

/** True where these units with prices are of few records. */
function areFew(priced: PricedUnits, isAmong: (unit: Unit) => boolean): boolean {
  const roots = new Set<number>()
  for (const [index, unit] of priced.units.entries()) {
    if (countOfMoves(priced, index) === 0 || !isAmong(unit)) continue
    roots.add(unit.root)
    if (roots.size >= fewRecords) return false
  }
  return true
}

/** The move that is farthest from the median, where that is far; without misplaced decimal points. */
export function outlierOf(moves: readonly Move[], figures: MoveSpread): Move | undefined {
  // Most grids have none.
  if (!moves.some((move) => isOutlier(move, figures))) return undefined
  const farthest = farthestOf(
    moves.filter((move) => !isSlipped(move)),
    figures.median,
  )
  return farthest && isOutlier(farthest, figures) ? farthest : undefined
}
