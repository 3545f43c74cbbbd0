import { skuOf } from '../records/named-fields.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { compareDecimals } from '../records/decimal.ts'
import { gridFaults, type GridFault } from '../pricing/grid-faults.ts'
import { gridRowOf } from '../pricing/grid-row.ts'
import type { Problem } from '../problems/problem.ts'
import { everySellable } from './every-record.ts'
import type { RuleContext } from './rule.ts'

/** The grid of one sku and its faults; those of raw `entries` are warnings (semantics.md 4). */
export interface Grid {
  readonly sku: string
  readonly rows: readonly DesiredRecord[]
  readonly faults: readonly GridFault[]
  /** For each column, the indices of its rows, by start. */
  readonly columns: readonly (readonly number[])[]
  readonly severity: Problem['severity']
}

/** Several rules need the same grids. */
const grids = new WeakMap<RuleContext, readonly Grid[]>()

/** Every grid of the catalogue that is not empty. */
export function gridsOf(context: RuleContext): readonly Grid[] {
  const known = grids.get(context)
  if (known) return known
  const found = everySellable(context.desired).flatMap((sellable): Grid[] => {
    const rows = sellable.children.PricingAdvanced ?? []
    if (rows.length === 0) return []
    const sku = skuOf(sellable)
    return [{ sku, rows, ...shapeOf(rows), severity: context.rawGrids.has(sku) ? 'warning' : 'error' }]
  })
  grids.set(context, found)
  return found
}

/** What a grid is without its prices. */
type Shape = Pick<Grid, 'faults' | 'columns'>

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
}

const columns = new WeakMap<Grid, readonly Column[]>()

/** The columns of a grid without faults; none for a grid with faults, whose prices cannot be compared. */
export function columnsOf(grid: Grid): readonly Column[] {
  if (grid.faults.length > 0) return []
  const known = columns.get(grid)
  if (known) return known
  const found = grid.columns.map((indices): Column => {
    const rows = indices.flatMap((index) => grid.rows[index] ?? [])
    return { group: rows[0]?.fields['group_code'] ?? '', currency: rows[0]?.fields['currency_code'] ?? '', rows }
  })
  columns.set(grid, found)
  return found
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
