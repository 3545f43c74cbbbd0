import { formatMove } from '../../amounts.ts'
import { currencyTabs, unlike } from '../../view/currency-tabs.ts'
import type { HeatSheet } from '../chart/heat-cell.ts'
import type { PageChange, PageData } from '../data/page-data.ts'
import { largeMove, movesOfSheet } from './price-moves.ts'

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

/** The tabs of a grid, compared with the prices of the same cause, or with those before. */
export function gridTabs({ grids = [], causes = [] }: PageChange, data: Pick<PageData, 'causes'>): readonly GridTab[] {
  const medianLog = causes.map((index) => data.causes[index]?.medianLog).find((median) => median !== undefined) ?? 0
  const ratios = grids.map(movesOfSheet)
  const { tabs, first } = currencyTabs(
    ratios.map((moves) => moves.map(Math.log)),
    medianLog,
  )
  return grids.map((sheet, at) => {
    const { farthest = -1, distance = 0 } = tabs[at] ?? {}
    const ratio = ratios[at]?.[farthest]
    return {
      sheet,
      move: ratio === undefined ? '' : formatMove('1', String(ratio)),
      // Without a cause, only a large move is marked, as in the list of records.
      isMarked: distance > unlike && (medianLog !== 0 || distance > largeMove),
      isFirst: at === first,
    }
  })
}
