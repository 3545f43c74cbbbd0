import { shortestDecimal } from '../resources/scalar.ts'
import { type GridRow, lastQuantity, quantitiesOf } from './grid-row.ts'

/** The prices that customers of one group pay at one quantity: none, one, or several that contradict each other, in one order. */
export interface CellPrices {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** The side on which the group has no row at all, so that its customers pay the default rows. */
  readonly byDefault?: 'before' | 'after'
}

/** The prices of one group, one cell per quantity range. An empty code is the default price. */
interface GridGroup {
  readonly code: string
  readonly cells: readonly CellPrices[]
}

/** `from` and `to` are both included; `to` is `null` where the range is open. */
export interface QuantityRange {
  readonly from: number
  readonly to: number | null
}

/** The grid of one currency; an empty code stands for all currencies without a forced price. */
export interface GridSheet {
  readonly currency: string
  readonly ranges: readonly QuantityRange[]
  readonly groups: readonly GridGroup[]
}

/** The rows of a grid before and after a change. After `clear` everybody pays the bridge price, unless the variant itself is removed. */
export interface ShownGrid {
  readonly before: readonly GridRow[]
  readonly after: readonly GridRow[]
  readonly way?: string
  readonly bridgePrice?: string | null
  readonly ownerRemoved?: true
}

/**
 * A grid as customers see it: old and new price by currency, group and quantity range. The ranges are split at every break of
 * the old and the new rows, so that a cell compares the prices of the same quantities even where breaks change. A group that
 * has rows on one side only pays the default rows on the other.
 */
export function gridSheets(grid: ShownGrid): readonly GridSheet[] {
  const before = sideOf(grid.before)
  const after = sideOf(paidAfter(grid))
  return distinct([...after.byCurrency.keys(), ...before.byCurrency.keys()])
    .toSorted()
    .map((currency) => sheetOf(currency, before, after))
}

/** The rows of a grid on one side of a change, and the groups that have one. */
interface Side {
  readonly byCurrency: ReadonlyMap<string, readonly GridRow[]>
  readonly groups: ReadonlySet<string>
}

function sideOf(rows: readonly GridRow[]): Side {
  return {
    byCurrency: Map.groupBy(rows, ({ currency_code }) => currency_code),
    groups: new Set(rows.map(({ group_code }) => group_code)),
  }
}

/** Where a grid is removed, every group that had a price of its own pays the simple price. */
function paidAfter({ before, after, way, bridgePrice, ownerRemoved }: ShownGrid): readonly GridRow[] {
  if (way !== 'clear' || ownerRemoved || bridgePrice === null || bridgePrice === undefined) return after
  const groups = distinct(before.map(({ group_code }) => group_code))
  const start = before.reduce((least, row) => Math.min(least, Number(row.start)), before.length === 0 ? 0 : Number.POSITIVE_INFINITY)
  return groups.map((group_code) => ({
    group_code,
    currency_code: '',
    start: String(start),
    end: String(lastQuantity),
    price: bridgePrice,
  }))
}

/** True where a row of the cell is created or removed, or a customer pays something else than before. */
export function isMoved({ before, after, byDefault }: CellPrices): boolean {
  return byDefault !== undefined || !isSamePrice(before, after)
}

/** True for equal prices of the two sides of a cell. */
export function isSamePrice(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((price, index) => price === after[index])
}

/** The numbers of cells that get a row, change their price and lose their row, and of all cells with a row. */
export function countCells(sheets: readonly GridSheet[]): { created: number; updated: number; removed: number; all: number } {
  const cells = sheets
    .flatMap(({ groups }) => groups.flatMap((group) => group.cells))
    .map((cell) => ({ cell, had: hasRow(cell, 'before'), has: hasRow(cell, 'after') }))
    .filter(({ had, has }) => had || has)
  const created = cells.filter(({ had }) => !had).length
  const removed = cells.filter(({ has }) => !has).length
  const updated = cells.filter(({ cell, had, has }) => had && has && isMoved(cell)).length
  return { created, updated, removed, all: cells.length }
}

function hasRow(cell: CellPrices, side: 'before' | 'after'): boolean {
  return cell[side].length > 0 && cell.byDefault !== side
}

function sheetOf(currency: string, before: Side, after: Side): GridSheet {
  const [oldRows, newRows] = [before, after].map((side) => side.byCurrency.get(currency) ?? [])
  const ranges = rangesOf([...(oldRows ?? []), ...(newRows ?? [])])
  const oldPrices = pricesOf(before, oldRows ?? [], ranges)
  const newPrices = pricesOf(after, newRows ?? [], ranges)
  const groups = distinct(['', ...after.groups, ...before.groups]).map((code) => {
    const [old, now] = [oldPrices(code), newPrices(code)]
    const byDefault = old.isDefault ? 'before' : now.isDefault ? 'after' : undefined
    return { code, cells: ranges.map((_, column) => cellWith(old.prices[column], now.prices[column], byDefault)) }
  })
  return { currency, ranges, groups: groups.filter(({ cells }) => cells.some((cell) => cell.before.length > 0 || cell.after.length > 0)) }
}

function cellWith(before: readonly string[] = [], after: readonly string[] = [], byDefault?: 'before' | 'after'): CellPrices {
  return { before, after, ...(byDefault !== undefined && (before.length > 0 || after.length > 0) && { byDefault }) }
}

/** The prices of each group on one side; `isDefault`: those of the default rows, for a group without any row there. */
function pricesOf(
  { groups }: Side,
  rows: readonly GridRow[],
  ranges: readonly QuantityRange[],
): (code: string) => { readonly prices: readonly string[][]; readonly isDefault: boolean } {
  const columns = new Map(ranges.map(({ from }, column) => [from, column]))
  const byGroup = Map.groupBy(rows, ({ group_code }) => group_code)
  return (code) => {
    const isDefault = !groups.has(code) && groups.has('')
    return { prices: pricesIn(ranges, columns, byGroup.get(isDefault ? '' : code) ?? []), isDefault }
  }
}

/** The ranges between two breaks that at least one row covers. */
function rangesOf(rows: readonly GridRow[]): readonly QuantityRange[] {
  const steps = new Map<number, number>()
  for (const row of rows) {
    const { from, to } = quantitiesOf(row)
    const next = to + 1
    const covers = from < next ? 1 : 0
    steps.set(from, (steps.get(from) ?? 0) + covers)
    steps.set(next, (steps.get(next) ?? 0) - covers)
  }
  const cuts = [...steps.keys()].filter(Number.isFinite).toSorted((a, b) => a - b)
  let covering = 0
  return cuts.flatMap((from, index): QuantityRange[] => {
    covering += steps.get(from) ?? 0
    const next = cuts[index + 1]
    if (next === undefined || covering === 0) return []
    return [{ from, to: next > lastQuantity ? null : next - 1 }]
  })
}

/** The prices of each range in shortest form, by the column of the range. */
function pricesIn(ranges: readonly QuantityRange[], columns: ReadonlyMap<number, number>, rows: readonly GridRow[]): readonly string[][] {
  const found: Set<string>[] = []
  for (const { start, end, price } of rows) {
    const first = columns.get(Number(start)) ?? ranges.length
    for (let column = first; (ranges[column]?.from ?? Number.POSITIVE_INFINITY) <= Number(end); column += 1) {
      const prices = (found[column] ??= new Set())
      prices.add(shortestDecimal(price) ?? price)
    }
  }
  return ranges.map((_, column) => [...(found[column] ?? [])].toSorted())
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
