import { countCells, type GridSheet } from '../pricing/grid-sheets.ts'
import { countOf } from '../report/amounts.ts'
import { currencyName, sheetTable } from '../report/grid-table.ts'
import { type Line, type Span, span, spread, wrapLine } from '../report/line.ts'
import { farthestOf, moveInWords, rawMovesOf } from '../report/view/moves-of.ts'
import type { ChangeView } from '../report/view/root-view.ts'
import { leadingMove } from './leading-move.ts'

/** The tab of a price grid that was chosen, by the indexes of its change as `ReviewRow` has them. */
export interface ChosenTab {
  readonly root: number
  readonly at: number
  /** Index in `ChangeView.sheets`. */
  readonly tab: number
}

/** The number of currencies of a change, each with a tab, and the one that opens: that of its finding, else that of its largest move. */
export function tabsOf(view: ChangeView | undefined, findings: readonly string[]): { readonly count: number; readonly first: number } {
  if (view === undefined || view.sheets.length < 2) return { count: view?.sheets.length ?? 0, first: 0 }
  const currency = leadingMove(view, findings)?.price.row?.currency_code
  return {
    count: view.sheets.length,
    first: Math.max(
      0,
      view.sheets.findIndex((sheet) => sheet.currency === currency),
    ),
  }
}

/** The currencies of a price grid on one line, the open one in brackets, each with its largest move, or else the number of its cells that change; below it the prices of the open one. */
export function tabLines(view: ChangeView, open: number, width: number): readonly Line[] {
  const { sheets, change } = view
  const sheet = sheets[open]
  if (sheet === undefined || change.kind !== 'grid') return []
  const moves = Map.groupBy(rawMovesOf(view), ({ price }) => price.row?.currency_code ?? '')
  const names = sheets.flatMap((each, index): readonly Span[] => {
    const { currency } = each
    const move = farthestOf(moves.get(currency) ?? [])
    const remark = move === undefined ? cellsText(each) : moveInWords(move).percent
    const text = `${currencyName(currency)}${remark === '' ? '' : ` ${remark}`}`
    return [...(index === 0 ? [] : [span('  ')]), index === open ? span(`[${text}]`, 'strong') : span(text)]
  })
  const isWhole = change.grid.before.length === 0 || change.grid.after.length === 0
  const withHint = spread(names, [span('c: next', 'faint')], width)
  return [...(withHint === undefined ? wrapLine(names, width, '  ') : [withHint]), ...sheetTable(sheet, width, isWhole)]
}

/** How many cells of a currency change; empty for none. */
function cellsText(sheet: GridSheet): string {
  const { created, updated, removed } = countCells([sheet])
  const count = created + updated + removed
  return count === 0 ? '' : countOf(count, 'cell')
}
