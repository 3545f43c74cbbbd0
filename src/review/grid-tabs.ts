import { countCells, type GridSheet } from '../pricing/grid-sheets.ts'
import { countOf } from '../source/counts.ts'
import { currencyName, sheetTable } from '../report/grid-table.ts'
import { type Line, type Span, span, spread, wrapLine } from '../report/line.ts'
import { currencyTabs, type CurrencyTabs } from '../report/view/currency-tabs.ts'
import { type Move, moveInWords, rawMovesOf } from '../report/view/moves-of.ts'
import type { ChangeView } from '../report/view/root-view.ts'
import { namedMove } from './named-move.ts'

/** The tab of a price grid that was chosen, by the indexes of its change as `ReviewRow` has them. */
export interface ChosenTab {
  readonly root: number
  readonly at: number
  /** Index in `ChangeView.sheets`. */
  readonly tab: number
}

/** The number of currencies of a change, each with a tab, and the one that opens: that of a move that a finding names, else as `currencyTabs` says. */
export function tabsOf(view: ChangeView | undefined, findings: readonly string[]): { readonly count: number; readonly first: number } {
  if (view === undefined || view.sheets.length < 2) return { count: view?.sheets.length ?? 0, first: 0 }
  const named = namedMove(view, findings)?.price.row?.currency_code
  const ofFinding = named === undefined ? -1 : view.sheets.findIndex(({ currency }) => currency === named)
  return { count: view.sheets.length, first: ofFinding < 0 ? tabsBySheet(view).first : ofFinding }
}

/** The moves of each currency of a grid, and its tabs. */
function tabsBySheet(view: ChangeView): CurrencyTabs & { readonly moves: readonly (readonly Move[])[] } {
  const byCurrency = Map.groupBy(rawMovesOf(view), ({ price }) => price.row?.currency_code ?? '')
  const moves = view.sheets.map(({ currency }) => byCurrency.get(currency) ?? [])
  return { moves, ...currencyTabs(moves.map((some) => some.map(({ logRatio }) => logRatio ?? Number.POSITIVE_INFINITY))) }
}

/** The currencies of a price grid on one line, the open one in brackets, each with its largest move, or else the number of its cells that change; below it the prices of the open one. */
export function tabLines(view: ChangeView, open: number, width: number): readonly Line[] {
  const { sheets, change } = view
  const sheet = sheets[open]
  if (sheet === undefined || change.kind !== 'grid') return []
  const { moves, tabs } = tabsBySheet(view)
  const names = sheets.flatMap((each, index): readonly Span[] => {
    const { currency } = each
    const move = moves[index]?.[tabs[index]?.farthest ?? -1]
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
