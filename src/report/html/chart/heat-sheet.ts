import type { CellPrices, GridSheet } from '../../../pricing/grid-sheets.ts'
import { isMoved, isSamePrice } from '../../../pricing/grid-sheets.ts'
import { formatCellMove, moveRatio } from '../../amounts.ts'
import { groupName, priceText, rangeName } from '../../grid-table.ts'
import { sanitizeLine } from '../../sanitize.ts'
import type { HeatCell, HeatSheet } from './heat-cell.ts'

/** The sheets of a grid with every price and move as sanitized text. */
export function heatSheets(sheets: readonly GridSheet[]): readonly HeatSheet[] {
  return sheets.map(({ currency, ranges, groups }) => ({
    currency: sanitizeLine(currency),
    ranges: ranges.map(rangeName),
    groups: groups.map(({ code, cells }) => ({ name: groupName(code), cells: cells.map(heatCell) })),
  }))
}

function heatCell(cell: CellPrices): HeatCell {
  const { before, after, byDefault } = cell
  if (!isMoved(cell)) return priceText(after)
  const prices = { before: priceText(before), after: priceText(after), ratio: ratioOf(before, after) }
  if (after.length === 0) return { ...prices, remark: 'removed' }
  const remark = byDefault === 'after' ? 'default' : before.length === 0 || byDefault === 'before' ? 'new' : ''
  const move = isSamePrice(before, after) ? '' : formatCellMove(before, after)
  return { ...prices, remark: [move, remark].filter((word) => word !== '').join(' ') }
}

function ratioOf(before: readonly string[], after: readonly string[]): number | null {
  return before.length === 1 && after.length === 1 ? moveRatio(before[0] ?? null, after[0] ?? null) : null
}
