import type { GridChange, GridRow } from '../diff/change.ts'
import { shortestDecimal } from '../resources/scalar.ts'

/** The price of one group at one quantity, before and after; `null` = none. Rows that contradict each other are named with "or". */
export interface GridCell {
  readonly before: string | null
  readonly after: string | null
}

/** The prices of one group, one cell per quantity range. An empty code is the default price. */
interface GridGroup {
  readonly code: string
  readonly cells: readonly GridCell[]
}

/** From and to are both inside; `to` is `null` where the range is open. */
export interface QuantityRange {
  readonly from: number
  readonly to: number | null
}

/** The grid of one currency; an empty code is all currencies that have no forced price. */
export interface GridSheet {
  readonly currency: string
  readonly ranges: readonly QuantityRange[]
  readonly groups: readonly GridGroup[]
}

/** The part of a grid that decides what customers pay. */
export type ShownGrid = Pick<GridChange, 'before' | 'after'> & Partial<Pick<GridChange, 'way' | 'bridgePrice'>>

const open = 9_999_999

/**
 * A grid as customers meet it: per currency, group and quantity range, old and new price. The ranges are cut at every break of
 * the old and the new rows, so that a cell compares what one customer pays for one quantity also where breaks move.
 */
export function gridSheets(grid: ShownGrid): readonly GridSheet[] {
  const known = made.get(grid)
  if (known !== undefined) return known
  const sheets = makeSheets(grid)
  made.set(grid, sheets)
  return sheets
}

/** A screen asks for the same grids with every key. */
const made = new WeakMap<object, readonly GridSheet[]>()

function makeSheets(grid: ShownGrid): readonly GridSheet[] {
  const { before } = grid
  const after = paidAfter(grid)
  const currencies = distinct([...after, ...before].map(({ currency_code }) => currency_code)).toSorted()
  return currencies.map((currency) => sheetOf(currency, ofCurrency(before, currency), ofCurrency(after, currency)))
}

/** A grid that goes away leaves its simple price, for every group that had a price of its own. */
function paidAfter({ before, after, way, bridgePrice }: ShownGrid): readonly GridRow[] {
  if (way !== 'clear' || bridgePrice === null || bridgePrice === undefined) return after
  const groups = distinct(before.map(({ group_code }) => group_code))
  const [start = 0] = before.map((row) => Number(row.start)).toSorted((a, b) => a - b)
  return groups.map((group_code) => ({ group_code, currency_code: '', start: String(start), end: String(open), price: bridgePrice }))
}

/** True where a customer pays something else than before. */
export function isMoved({ before, after }: GridCell): boolean {
  return canonical(before) !== canonical(after)
}

/** How many cells of a grid get a price, change it, lose it, and how many there are. */
export function countCells(sheets: readonly GridSheet[]): { created: number; updated: number; removed: number; all: number } {
  const cells = sheets
    .flatMap(({ groups }) => groups.flatMap((group) => group.cells))
    .filter(({ before, after }) => before !== null || after !== null)
  const moved = cells.filter(isMoved)
  const created = moved.filter(({ before }) => before === null).length
  const removed = moved.filter(({ after }) => after === null).length
  return { created, updated: moved.length - created - removed, removed, all: cells.length }
}

function sheetOf(currency: string, before: readonly GridRow[], after: readonly GridRow[]): GridSheet {
  const ranges = rangesOf([...before, ...after])
  const codes = distinct(['', ...after.map(({ group_code }) => group_code), ...before.map(({ group_code }) => group_code)])
  const groups = codes.map((code) => {
    const old = before.filter(({ group_code }) => group_code === code)
    const next = after.filter(({ group_code }) => group_code === code)
    return { code, cells: ranges.map(({ from }) => ({ before: priceAt(old, from), after: priceAt(next, from) })) }
  })
  return { currency, ranges, groups: groups.filter(({ cells }) => cells.some((cell) => cell.before !== null || cell.after !== null)) }
}

function rangesOf(rows: readonly GridRow[]): readonly QuantityRange[] {
  const cuts = distinct(rows.flatMap(({ start, end }) => [Number(start), Number(end) + 1]))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b)
  const ranges = cuts.slice(0, -1).map((from, index) => ({ from, end: (cuts[index + 1] ?? from + 1) - 1 }))
  return ranges
    .filter(({ from }) => rows.some((row) => isInside(row, from)))
    .map(({ from, end }) => ({ from, to: end >= open ? null : end }))
}

function priceAt(rows: readonly GridRow[], quantity: number): string | null {
  const prices = distinct(rows.filter((row) => isInside(row, quantity)).map(({ price }) => shortestDecimal(price) ?? price))
  return prices.length === 0 ? null : prices.toSorted().join(' or ')
}

function isInside({ start, end }: GridRow, quantity: number): boolean {
  return Number(start) <= quantity && quantity <= Number(end)
}

function ofCurrency(rows: readonly GridRow[], currency: string): readonly GridRow[] {
  return rows.filter(({ currency_code }) => currency_code === currency)
}

function canonical(price: string | null): string | null {
  return price === null ? null : (shortestDecimal(price) ?? price)
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
