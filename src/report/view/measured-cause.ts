import type { Group } from './assign-causes.ts'
import { compareDistances, distanceOf, farthestOf } from './moves-of.ts'
import { isOutlier, type MoveFigures, moveFigures } from './price-moves.ts'
import { movesOfUnit, type Unit } from './units.ts'

/** A cause before it is worded. */
export interface Measured extends Group {
  readonly figures: MoveFigures | null
  /** The units that move a price far from the median, the farthest first. */
  readonly outliers: readonly Unit[]
}

/** The figures of a group of units. */
export function measure(group: Group): Measured {
  const moves = group.units.map(movesOfUnit)
  const figures = moveFigures(moves.flat())
  if (figures === null) return { ...group, figures, outliers: [] }
  const far = group.units.flatMap((unit, index) => {
    const farthest = farthestOf(moves[index] ?? [], figures.median)
    return farthest && isOutlier(farthest, figures) ? [{ unit, distance: distanceOf(farthest, figures.median) }] : []
  })
  return { ...group, figures, outliers: far.toSorted((a, b) => compareDistances(b.distance, a.distance)).map(({ unit }) => unit) }
}
