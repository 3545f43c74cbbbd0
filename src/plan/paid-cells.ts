import type { GridChange, OwnerPricing, RecordChange, TurnedGrid } from '../diff/change.ts'
import { type GridRow, lastQuantity } from '../pricing/grid-row.ts'
import { type CellPrices, gridSheets, type ShownGrid } from '../pricing/grid-sheets.ts'
import { isOn } from '../resources/scalar.ts'

/** What the customers of one group pay in one currency: a cell for each quantity range, the smallest quantity first. */
export interface PaidGroup {
  readonly group_code: string
  readonly currency_code: string
  /** `end`: the last quantity; `null` where the range is open. */
  readonly cells: readonly (CellPrices & { readonly start: string; readonly end: number | null })[]
}

/** The prices of both sides, by group and quantity. */
export function paidGroups(paid: ShownGrid): readonly PaidGroup[] {
  return gridSheets(paid).flatMap(({ currency, ranges, groups }) =>
    groups.map(({ code, cells }) => ({
      group_code: code,
      currency_code: currency,
      cells: cells.map((cell, column) => ({ ...cell, start: String(ranges[column]?.from ?? 0), end: ranges[column]?.to ?? null })),
    })),
  )
}

/** What customers pay before and after the change of a grid. */
export function paidByGrid({ grid }: GridChange): ShownGrid {
  return { ...grid, before: paidRows(grid.ownerBefore, grid.before) }
}

/** What customers pay before and after `advanced_pricing` turns price entries on or off, or the simple price changes beside them. */
export function paidByTurning({ fields }: Pick<RecordChange, 'fields'>, { ownerBefore, rows }: TurnedGrid): ShownGrid {
  const valueOf = (name: string): string | undefined => fields.find(({ field }) => field === name)?.after ?? undefined
  const [price, flag] = [valueOf('price'), valueOf('advanced_pricing')]
  const ownerAfter = { price: price ?? ownerBefore.price, on: flag === undefined ? ownerBefore.on : isOn(flag) }
  return { before: paidRows(ownerBefore, rows), after: paidRows(ownerAfter, rows) }
}

/** The price entries where they decide; else the simple price for everybody. */
export function paidRows({ on, price }: OwnerPricing, rows: readonly GridRow[]): readonly GridRow[] {
  if (on) return rows
  return price === null ? [] : [{ group_code: '', currency_code: '', start: '0', end: String(lastQuantity), price }]
}
