import type { HeatSheet } from '../chart/heat-cell.ts'
import type { PageChange, PageRecord } from '../data/page-data.ts'

/** The price moves of records as customers pay them, as new prices divided by old ones. */
export function movesOfAll(records: readonly PageRecord[]): readonly number[] {
  return records.flatMap(({ changes }) => changes.flatMap(({ moves = [] }) => moves))
}

/** A rise by 30 %, as a logarithm: moves that are farther are marked. */
export const largeMove = Math.log(1.3)

/** How far the price furthest from its old value moves, as the absolute natural logarithm of the ratio; 0 where none moves. A price of 0 is infinitely far. */
export function farthestMove(changes: readonly Pick<PageChange, 'moves'>[]): number {
  return changes.reduce((most, { moves = [] }) => Math.max(most, farthestOf(moves)), 0)
}

/** The same of these ratios. */
export function farthestOf(ratios: readonly number[]): number {
  return ratios.reduce((far, ratio) => Math.max(far, Math.abs(Math.log(ratio))), 0)
}

/** The moves of the cells of a sheet that have one price on both sides. */
export function movesOfSheet({ groups }: HeatSheet): readonly number[] {
  const cells = groups.flatMap((group) => group.cells)
  return cells.flatMap((cell) => (typeof cell === 'string' || cell.ratio === null || cell.ratio === 1 ? [] : [cell.ratio]))
}
