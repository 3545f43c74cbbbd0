import type { PageChange, PageRecord } from '../data/page-data.ts'

/** The price moves of a change, cells and simple prices, as new prices divided by old ones; prices that do not change are left out. */
export function ratiosOf({ grids = [], fields = [] }: Pick<PageChange, 'grids' | 'fields'>): readonly number[] {
  const cells = grids.flatMap(({ groups }) => groups.flatMap((group) => group.cells))
  const moved = cells.flatMap((cell) => (typeof cell === 'string' || cell.ratio === null ? [] : [cell.ratio]))
  return [...moved, ...fields.flatMap(({ ratio }) => (ratio === undefined ? [] : [ratio]))].filter((ratio) => ratio !== 1)
}

/** The price moves of records. */
export function ratiosOfAll(records: readonly PageRecord[]): readonly number[] {
  return records.flatMap(({ changes }) => changes.filter(({ action }) => action !== 'cannot').flatMap(ratiosOf))
}

/** How far the price furthest from its old value moves, as the absolute natural logarithm of the ratio; 0 where none moves. A price of 0 is infinitely far. */
export function farthestMove(changes: readonly Pick<PageChange, 'grids' | 'fields'>[]): number {
  return changes.reduce((most, change) => ratiosOf(change).reduce((far, ratio) => Math.max(far, Math.abs(Math.log(ratio))), most), 0)
}
