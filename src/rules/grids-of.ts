import { skuOf } from '../records/named-fields.ts'
import type { Desired, DesiredRecord } from '../records/desired.ts'
import { compareDecimals } from '../records/decimal.ts'
import { gridFaults, type GridFault } from '../pricing/grid-faults.ts'
import { gridRowOf } from '../pricing/grid-row.ts'
import type { Problem } from '../problems/problem.ts'
import { everySellable } from './every-record.ts'
import { rememberLast } from '../source/remember-last.ts'
import type { RuleContext } from './rule.ts'

/** The grid of one sku and its faults. */
export interface Grid {
  readonly sku: string
  readonly rows: readonly DesiredRecord[]
  readonly faults: readonly GridFault[]
  /** None for a grid with faults, whose prices cannot be compared. */
  readonly columns: readonly Column[]
}

/** Every grid of the catalogue that is not empty. */
export function gridsOf({ desired }: RuleContext): readonly Grid[] {
  return gridsIn(desired)
}

/** How severe a fault of a grid is: of raw `entries`, which are a copy of the store's, it is a warning (semantics.md 4). */
export function severityOf({ sku }: Grid, { rawGrids }: RuleContext): Problem['severity'] {
  return rawGrids.has(sku) ? 'warning' : 'error'
}

const gridsIn = rememberLast((desired: Desired): readonly Grid[] => {
  const found: Grid[] = []
  for (const sellable of everySellable(desired)) {
    const { PricingAdvanced: rows } = sellable.children
    if (!rows || rows.length === 0) continue
    const sku = skuOf(sellable)
    const { faults, columns } = shapeOf(rows)
    found.push({
      sku,
      rows,
      faults,
      columns: faults.length > 0 ? [] : columns.map((indices) => columnOf(rows, indices)),
    })
  }
  return found
})

/** What a grid is without its prices. */
interface Shape extends Pick<Grid, 'faults'> {
  /** For each column, the indices of its rows, by start. */
  readonly columns: readonly (readonly number[])[]
}

/** By groups, currencies and quantities: the grids of a catalogue have few shapes. */
const shapes = new Map<string, Shape>()
const mostShapes = 1_000
/** Larger grids are rarely alike, and would hold memory. */
const mostRows = 200

function shapeOf(rows: readonly DesiredRecord[]): Shape {
  if (rows.length > mostRows) return judgedShape(rows)
  const names: (string | null)[] = []
  for (const { fields } of rows)
    names.push(fields['group_code'] ?? null, fields['currency_code'] ?? null, fields['start'] ?? null, fields['end'] ?? null)
  const key = JSON.stringify(names)
  const known = shapes.get(key)
  if (known) return known
  const shape = judgedShape(rows)
  if (shapes.size >= mostShapes) shapes.clear()
  shapes.set(key, shape)
  return shape
}

function judgedShape(rows: readonly DesiredRecord[]): Shape {
  return { faults: gridFaults(rows.map(gridRowOf)), columns: splitColumns(rows) }
}

function splitColumns(rows: readonly DesiredRecord[]): number[][] {
  const startOf = (row: number): number => Number(rows[row]?.fields['start'] ?? '0')
  const groups = Map.groupBy(rows.keys(), (row) =>
    JSON.stringify([rows[row]?.fields['group_code'] ?? '', rows[row]?.fields['currency_code'] ?? '']),
  )
  return [...groups.values()].map((column) => column.toSorted((a, b) => startOf(a) - startOf(b)))
}

/** The entries of one group and currency, sorted by start. */
export interface Column {
  readonly group: string
  readonly currency: string
  readonly rows: readonly DesiredRecord[]
  /** The prices of the rows as numbers: where they differ, the decimals do, in the same order. */
  readonly prices: readonly number[]
}

function columnOf(all: readonly DesiredRecord[], indices: readonly number[]): Column {
  const rows: DesiredRecord[] = []
  const prices: number[] = []
  for (const index of indices) {
    const row = all[index]
    if (!row) continue
    rows.push(row)
    prices.push(Number(row.fields['price'] ?? ''))
  }
  return { group: rows[0]?.fields['group_code'] ?? '', currency: rows[0]?.fields['currency_code'] ?? '', rows, prices }
}

/** The column of all customers in the same currency; `undefined` for that column itself. */
export function defaultsOf({ group, currency }: Column, columns: readonly Column[]): Column | undefined {
  return group === '' ? undefined : columns.find((other) => other.group === '' && other.currency === currency)
}

/** True where the columns have the same breaks, and `fits` is true for each two prices of one break. */
export function allBeside({ rows, prices }: Column, others: Column, fits: (price: number, beside: number) => boolean): boolean {
  if (rows.length !== others.rows.length) return false
  for (let index = 0; index < rows.length; index += 1) {
    if (!isSameBreak(rows[index], others.rows[index]) || !fits(prices[index] ?? NaN, others.prices[index] ?? NaN)) return false
  }
  return true
}

function isSameBreak(one: DesiredRecord | undefined, other: DesiredRecord | undefined): boolean {
  return one?.fields['start'] === other?.fields['start'] && one?.fields['end'] === other?.fields['end']
}

type Step = readonly [before: DesiredRecord, row: DesiredRecord]

const noSteps: readonly Step[] = []

/** The rows of a column with the row before each, where `isWanted` is true for their prices: for those of most columns it is not. */
export function stepsOf({ rows, prices }: Column, isWanted: (price: number, before: number) => boolean): readonly Step[] {
  let steps: Step[] | undefined
  for (let index = 1; index < rows.length; index += 1) {
    const [before, row] = [rows[index - 1], rows[index]]
    if (before && row && isWanted(prices[index] ?? NaN, prices[index - 1] ?? NaN)) (steps ??= []).push([before, row])
  }
  return steps ?? noSteps
}

/** Each row with the rows of another column that apply to one of its quantities. The rows of a column are sorted and do not overlap. */
export function withRowsBeside(
  rows: readonly DesiredRecord[],
  others: readonly DesiredRecord[],
): { readonly row: DesiredRecord; readonly beside: readonly DesiredRecord[] }[] {
  let first = 0
  return rows.map((row) => {
    while (first < others.length && Number(others[first]?.fields['end']) < Number(row.fields['start'])) first += 1
    let end = first
    while (end < others.length && Number(others[end]?.fields['start']) <= Number(row.fields['end'])) end += 1
    return { row, beside: others.slice(first, end) }
  })
}

/** True where the price of one entry is higher than that of another. */
export function isDearer(row: DesiredRecord, other: DesiredRecord): boolean {
  return (compareDecimals(row.fields['price'] ?? '', other.fields['price'] ?? '') ?? 0) > 0
}
