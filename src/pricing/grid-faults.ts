import { type GridRow, lastQuantity, quantitiesOf } from './grid-row.ts'

/** A fault of a grid; `row` and `other` are indices of the given rows. */
export type GridFault =
  /** `group` has no row for the quantities `from` to `to`. */
  | { readonly kind: 'gap'; readonly group: string; readonly from: number; readonly to: number; readonly row: number }
  /** Two rows of one group and currency apply to the quantities `from` to `to`. */
  | { readonly kind: 'overlap'; readonly row: number; readonly other: number; readonly from: number; readonly to: number }
  /** A row ends before it starts. */
  | { readonly kind: 'reversed'; readonly row: number }
  /** A price forced in one currency without a row of the default currency. */
  | { readonly kind: 'forced-without-cell'; readonly row: number }

/** A cell with numbers for its quantities, and its index. */
interface Placed {
  readonly group: string
  readonly currency: string
  readonly start: number
  readonly end: number
  readonly row: number
}

function placed({ group_code: group, currency_code: currency, ...cell }: GridRow, row: number): Placed {
  const { from: start, to: end } = quantitiesOf(cell)
  return { group, currency, start, end, row }
}

/**
 * The faults of the grid of one sku (platform.md, "PricingAdvanced", rules 1 to 3). The default group and every group of the grid need
 * exactly one row for each quantity from 0 or 1 to `lastQuantity`; a forced row must have the group, start and end of a row without
 * currency. A grid without rows has no faults. Where a row ends before it starts, its gaps and most overlaps follow from that: only rows that the grid has
 * twice are named too.
 */
export function gridFaults(grid: readonly GridRow[]): GridFault[] {
  if (grid.length === 0) return []
  const rows = grid.map(placed)
  const reversed = rows.filter((cell) => cell.end < cell.start)
  if (reversed.length > 0) return [...reversed.map(({ row }): GridFault => ({ kind: 'reversed', row })), ...doubled(rows)]
  const plain = rows.filter((cell) => cell.currency === '')
  const none: readonly (readonly [string, Placed[]])[] = plain.length > 0 ? [['', []]] : []
  const columns = new Map([...none, ...Map.groupBy(plain, ({ group }) => group)])
  const places = new Set(plain.map(placeOf))
  return [
    ...[...columns].flatMap(([group, column]) => gapsOf(group, column)),
    ...[...Map.groupBy(rows, ({ group, currency }) => `${currency}\n${group}`).values()].flatMap(overlapsOf),
    ...rows
      .filter((cell) => cell.currency !== '' && !places.has(placeOf(cell)))
      .map(({ row }) => ({ kind: 'forced-without-cell' as const, row })),
  ]
}

/** The rows with the group, currency and quantities of an earlier one. */
function doubled(rows: readonly Placed[]): GridFault[] {
  const whole = rows.filter(({ start, end }) => start <= end)
  return [...Map.groupBy(whole, (cell) => `${cell.currency}\n${placeOf(cell)}`).values()].flatMap(overlapsOf)
}

/** Equal for a forced row and its row without currency. */
function placeOf({ group, start, end }: Placed): string {
  return `${start} ${end} ${group}`
}

function byStart(column: readonly Placed[]): Placed[] {
  return column.toSorted((a, b) => a.start - b.start || a.end - b.end || a.row - b.row)
}

/** Nobody buys 0 pieces, so that a first start of 0 and of 1 both cover everything. */
function gapsOf(group: string, column: readonly Placed[]): GridFault[] {
  const gaps: GridFault[] = []
  let next = 1
  let row = column[0]?.row ?? 0
  for (const cell of byStart(column)) {
    if (cell.start > next) gaps.push({ kind: 'gap', group, from: next, to: cell.start - 1, row })
    if (cell.end >= next) {
      next = cell.end + 1
      row = cell.row
    }
  }
  if (next <= lastQuantity) gaps.push({ kind: 'gap', group, from: next, to: lastQuantity, row })
  return gaps
}

/** Compares each row with the earlier row that has the largest end: one fault for each row that overlaps it. */
function overlapsOf(column: readonly Placed[]): GridFault[] {
  const overlaps: GridFault[] = []
  let farthest: Placed | undefined
  for (const cell of byStart(column)) {
    if (farthest && cell.start <= farthest.end) {
      const [other, row] = [farthest.row, cell.row].toSorted((a, b) => a - b)
      overlaps.push({ kind: 'overlap', row: row ?? 0, other: other ?? 0, from: cell.start, to: Math.min(cell.end, farthest.end) })
    }
    if (!farthest || cell.end > farthest.end) farthest = cell
  }
  return overlaps
}
