import type { GridChange } from '../diff/change.ts'
import { type GridRow, lastQuantity } from '../pricing/grid-row.ts'
import { type CellPrices, gridSheets } from '../pricing/grid-sheets.ts'

/** What the customers of one group pay in one currency: a cell for each quantity range, the smallest quantity first. */
export interface PaidGroup {
  readonly group_code: string
  readonly currency_code: string
  /** `end`: the last quantity; `null` where the range is open. */
  readonly cells: readonly (CellPrices & { readonly start: string; readonly end: number | null })[]
}

/** The prices that a grid change gives customers, beside those that they pay now: by its rows, or the simple price where the grid is off. */
export function paidGroups(change: GridChange): readonly PaidGroup[] {
  return gridSheets({ ...change.grid, before: paidBefore(change) }).flatMap(({ currency, ranges, groups }) =>
    groups.map(({ code, cells }) => ({
      group_code: code,
      currency_code: currency,
      cells: cells.map((cell, column) => ({ ...cell, start: String(ranges[column]?.from ?? 0), end: ranges[column]?.to ?? null })),
    })),
  )
}

/** The rows before; where the grid was off, the simple price for everybody. */
function paidBefore({ grid }: GridChange): readonly GridRow[] {
  const { on, price } = grid.ownerBefore
  if (on) return grid.before
  return price === null ? [] : [{ group_code: '', currency_code: '', start: '0', end: String(lastQuantity), price }]
}
