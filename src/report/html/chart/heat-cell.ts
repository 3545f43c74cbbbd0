import { moveShare } from './move-share.ts'

/**
 * One cell of a grid, in texts that are ready to be shown: the price of a cell that does not change (empty: no price), or the move.
 * `ratio` is the new price divided by the old one, `null` where a side has no single price.
 */
export type HeatCell = string | { readonly before: string; readonly after: string; readonly remark: string; readonly ratio: number | null }

/** The prices of one customer group, one cell per quantity range. */
export interface HeatRow {
  readonly name: string
  readonly cells: readonly HeatCell[]
}

/** The grid of one currency as texts; an empty currency stands for all without a forced price. */
export interface HeatSheet {
  readonly currency: string
  readonly ranges: readonly string[]
  readonly groups: readonly HeatRow[]
}

/** How far a price moves, for the colour of a cell: `up-1` to `up-4`, `down-1` to `down-4`, and what has no ratio. */
export type Heat = 'none' | 'new' | 'removed' | 'same' | `${'up' | 'down'}-${1 | 2 | 3 | 4}`

const steps = [0.05, 0.2, 0.5] as const

/** The colour of a cell by its move: below 5 %, 20 %, 50 %, and more, in the same steps up and down. */
export function heatOf(cell: HeatCell): Heat {
  if (typeof cell === 'string') return cell === '' ? 'none' : 'same'
  if (cell.after === '') return 'removed'
  if (cell.before === '' || cell.ratio === null) return 'new'
  if (cell.ratio === 1) return 'same'
  const share = Math.abs(moveShare(cell.ratio))
  const step = share < steps[0] ? 1 : share < steps[1] ? 2 : share < steps[2] ? 3 : 4
  return `${cell.ratio > 1 ? 'up' : 'down'}-${step}`
}
