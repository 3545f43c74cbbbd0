import type { GridDiff } from '../diff/change.ts'
import { type GridRow, lastQuantity, quantitiesOf } from '../pricing/grid-row.ts'
import { shortestDecimal } from '../resources/scalar.ts'

/** The prices of one group at one quantity: none, one, or several that contradict each other, in one order. */
export interface CellPrices {
  readonly before: readonly string[]
  readonly after: readonly string[]
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

/** The part of a grid that determines what customers pay. */
export type ShownGrid = Pick<GridDiff, 'before' | 'after'> & Partial<Pick<GridDiff, 'way' | 'bridgePrice'>>

/**
 * A grid as customers see it: old and new price by currency, group and quantity range. The ranges are split at every break of
 * the old and the new rows, so that a cell compares the prices of the same quantities even where breaks change.
 */
export function gridSheets(grid: ShownGrid): readonly GridSheet[] {
  const before = Map.groupBy(grid.before, ({ currency_code }) => currency_code)
  const after = Map.groupBy(paidAfter(grid), ({ currency_code }) => currency_code)
  return distinct([...after.keys(), ...before.keys()])
    .toSorted()
    .map((currency) => sheetOf(currency, before.get(currency) ?? [], after.get(currency) ?? []))
}

/** Where a grid is removed, every group that had a price of its own pays the simple price. */
function paidAfter({ before, after, way, bridgePrice }: ShownGrid): readonly GridRow[] {
  if (way !== 'clear' || bridgePrice === null || bridgePrice === undefined) return after
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

/** True where a customer pays something else than before. */
export function isMoved({ before, after }: CellPrices): boolean {
  return before.length !== after.length || before.some((price, index) => price !== after[index])
}

/** The numbers of cells that get a price, change it and lose it, and of all cells. */
export function countCells(sheets: readonly GridSheet[]): { created: number; updated: number; removed: number; all: number } {
  const cells = sheets
    .flatMap(({ groups }) => groups.flatMap((group) => group.cells))
    .filter(({ before, after }) => before.length > 0 || after.length > 0)
  const moved = cells.filter(isMoved)
  const created = moved.filter(({ before }) => before.length === 0).length
  const removed = moved.filter(({ after }) => after.length === 0).length
  return { created, updated: moved.length - created - removed, removed, all: cells.length }
}

function sheetOf(currency: string, before: readonly GridRow[], after: readonly GridRow[]): GridSheet {
  const ranges = rangesOf([...before, ...after])
  const columns = new Map(ranges.map(({ from }, column) => [from, column]))
  const oldRows = Map.groupBy(before, ({ group_code }) => group_code)
  const newRows = Map.groupBy(after, ({ group_code }) => group_code)
  const groups = distinct(['', ...newRows.keys(), ...oldRows.keys()]).map((code) => {
    const oldPrices = pricesIn(ranges, columns, oldRows.get(code) ?? [])
    const newPrices = pricesIn(ranges, columns, newRows.get(code) ?? [])
    return { code, cells: ranges.map((_, column) => ({ before: oldPrices[column] ?? [], after: newPrices[column] ?? [] })) }
  })
  return { currency, ranges, groups: groups.filter(({ cells }) => cells.some((cell) => cell.before.length > 0 || cell.after.length > 0)) }
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
