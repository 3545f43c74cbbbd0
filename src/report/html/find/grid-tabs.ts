import { formatMove } from '../../amounts.ts'
import type { HeatSheet } from '../chart/heat-cell.ts'
import type { PageChange, PageData } from '../data/page-data.ts'
import { ratiosOf } from './price-moves.ts'

/** The sheet of one currency, as a tab of a grid. */
export interface GridTab {
  readonly sheet: HeatSheet
  /** `▼90.3 %`: the move of the sheet that is farthest from those of its cause; empty where no price moves. */
  readonly move: string
  /** True where that move is what a reviewer should look at. */
  readonly isMarked: boolean
  /** True for the tab that is shown first. */
  readonly isFirst: boolean
}

/** A move that differs by more than 5 % from those of its cause is unlike them. */
const unlike = Math.log(1.05)

/** The tabs of a grid. The first one is shown first, unless another one has a move that is farther from those of the same cause, or from none. */
export function gridTabs({ grids = [], causes = [] }: PageChange, data: Pick<PageData, 'causes'>): readonly GridTab[] {
  const medianLog = causes.map((index) => data.causes[index]?.medianLog).find((median) => median !== undefined) ?? 0
  const found = grids.map((sheet) => ({ sheet, ...farthest(sheet, medianLog) }))
  const first = found.reduce((best, { distance }, at) => (distance > (found[best]?.distance ?? 0) + unlike ? at : best), 0)
  return found.map(({ sheet, ratio, distance }, at) => ({
    sheet,
    move: ratio === null ? '' : formatMove('1', String(ratio)),
    isMarked: distance > unlike && (medianLog !== 0 || distance > largeMove),
    isFirst: at === first,
  }))
}

/** Without a cause, only a move of more than 30 % is marked, as in the list of records. */
const largeMove = Math.log(1.3)

function farthest(sheet: HeatSheet, medianLog: number): { readonly ratio: number | null; readonly distance: number } {
  const distanceOf = (ratio: number | null): number => (ratio === null ? 0 : Math.abs(Math.log(ratio) - medianLog))
  const ratio = ratiosOf({ grids: [sheet] }).reduce<number | null>(
    (best, each) => (best === null || distanceOf(each) > distanceOf(best) ? each : best),
    null,
  )
  return { ratio, distance: distanceOf(ratio) }
}
