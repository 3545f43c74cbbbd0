import type { Group } from './assign-causes.ts'
import { compareDistances, distanceOf, farthestOf, type Move, pricedField, rawMovesOf } from './moves-of.ts'
import { isOutlier, type MoveFigures, moveFigures } from './price-moves.ts'
import type { Unit } from './units.ts'

/** A cause before it is worded. */
export interface Measured extends Group {
  readonly figures: MoveFigures | null
  /** The units that move a price far from the median, the farthest first. */
  readonly outliers: readonly Unit[]
}

/** Looks up the price moves of a unit. */
export type MovesOfUnit = (unit: Unit) => readonly Move[]

const none: readonly Move[] = []

/** The moves of each unit; they are found once. */
export function movesByUnit(units: readonly Unit[]): MovesOfUnit {
  const known = new Map<Unit, readonly Move[]>()
  for (const unit of units) {
    const moves = unit.field === pricedField(unit.view) ? rawMovesOf(unit.view) : []
    if (moves.length > 0) known.set(unit, moves)
  }
  return known.size === 0 ? () => none : (unit) => known.get(unit) ?? none
}

/** The figures of a group of units. */
export function measure(group: Group, movesOfUnit: MovesOfUnit): Measured {
  const figures = moveFigures(group.units.flatMap(movesOfUnit))
  if (figures === null) return { ...group, figures, outliers: [] }
  const far = group.units.flatMap((unit) => {
    const farthest = farthestOf(movesOfUnit(unit), figures.median)
    return farthest && isOutlier(farthest, figures) ? [{ unit, distance: distanceOf(farthest, figures.median) }] : []
  })
  return { ...group, figures, outliers: far.toSorted((a, b) => compareDistances(b.distance, a.distance)).map(({ unit }) => unit) }
}
