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
export function singleOutliers({ units, causes }: Pick<FindingInput, 'units' | 'causes'>): readonly SingleOutlier[] {
  // The same edit of several records moves all of them by the same ratio: by itself it has no outliers.
  const defined = new Set(causes.filter(({ cause }) => cause.kind !== 'label').flatMap((cause) => cause.units))
  const priced = units.filter(({ moves }) => moves.length > 0)
  const single = defined.size === 0 ? priced : priced.filter((unit) => !defined.has(unit))
  if (single.length === 0) return []
  const plan = moveFigures((areFew(single) ? priced : single).flatMap(({ moves }) => moves))
  const outliers: SingleOutlier[] = []
  for (const unit of single) {
    const { moves } = unit
    const inPlan = plan && outlierOf(moves, plan)
    if (inPlan) outliers.push({ unit, move: inPlan, figures: plan, among: 'the plan' })
    if (inPlan || moves.length < fewCells) continue
    const grid = moveFigures(moves)
    const inGrid = grid && outlierOf(moves, grid)
    if (inGrid) outliers.push({ unit, move: inGrid, figures: grid, among: 'its grid' })
  }
  return outliers
}

function areFew(units: readonly Unit[]): boolean {
  const roots = new Set<number>()
  for (const { root } of units) {
    roots.add(root)
    if (roots.size >= fewRecords) return false
  }
  return true
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
