import { compareDecimals } from '../records/decimal.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { cellOf, compareRows, type GridRow, gridRowOf } from '../pricing/grid-row.ts'
import { isOn } from '../resources/scalar.ts'
import type { ChangeAction, FieldChange, GridDiff, GridWay } from './change.ts'
import { changedFields, wantedFields, type Pair } from './field-changes.ts'

/** How the grid of one sku differs; `fields` are those of the owner's record that the steps of the grid write. */
export interface GridDifference {
  readonly action: Exclude<ChangeAction, 'cannot'>
  readonly grid: GridDiff
  readonly fields: readonly FieldChange[]
}

/** The live rows of one cell, to be paired one at a time. */
interface CellRows {
  readonly count: number
  /** The first row of this price that is left, else the first row that is left. */
  take(price: string): GridRow | undefined
  hasLeft(): boolean
}

function cellRows(rows: readonly GridRow[]): CellRows {
  const byPrice = Map.groupBy(rows.toReversed(), ({ price }) => price)
  const taken = new Set<GridRow>()
  let first = 0
  const nextOf = (stack: GridRow[] = []): GridRow | undefined => {
    for (let row = stack.pop(); row; row = stack.pop()) if (!taken.has(row)) return row
    return undefined
  }
  const nextOfAll = (): GridRow | undefined => {
    for (let row = rows[first]; row; row = rows[first]) {
      if (!taken.has(row)) return row
      first += 1
    }
    return undefined
  }
  return {
    count: rows.length,
    take: (price) => {
      const row = nextOf(byPrice.get(price)) ?? nextOfAll()
      if (row) taken.add(row)
      return row
    },
    hasLeft: () => taken.size < rows.length,
  }
}

interface Match {
  /** The wanted rows; those that are a live row carry its uid. */
  readonly after: readonly GridRow[]
  readonly same: boolean
  readonly inPlace: boolean
  readonly duplicates: boolean
}

/** Pairs rows of the same cell; several rows of one cell pair by price, so that an equal grid is found equal. */
function matchCells(wanted: readonly GridRow[], live: readonly GridRow[]): Match {
  const cells = new Map([...Map.groupBy(live, cellOf)].map(([cell, rows]) => [cell, cellRows(rows)]))
  const after = wanted.map((row) => ({ row, found: cells.get(cellOf(row))?.take(row.price) }))
  const left = [...cells.values()].filter((cell) => cell.hasLeft())
  const updated = after.filter(({ row, found }) => found && found.price !== row.price)
  return {
    after: after.map(({ row, found }) => (found?.uid === undefined ? row : { ...row, uid: found.uid })),
    same: left.length === 0 && updated.length === 0 && after.every(({ found }) => found),
    inPlace: left.length === 0 && updated.every(({ found }) => found?.uid !== undefined),
    duplicates: left.some(({ count }) => count > 1),
  }
}

function wayOf(wanted: readonly GridRow[], live: readonly GridRow[], match: Match): GridWay {
  if (wanted.length === 0) return 'clear'
  if (live.length === 0) return 'fresh'
  return match.inPlace ? 'in-place' : 'bridge'
}

function highestPrice(rows: readonly GridRow[]): string | null {
  return rows.reduce<string | null>(
    (highest, { price }) => (highest === null || (compareDecimals(price, highest) ?? -1) > 0 ? price : highest),
    null,
  )
}

/** The simple price while the grid is off: the wanted one, else that of the store, else the highest of the grid. */
function bridgePriceOf(pair: Pair, rows: readonly GridRow[]): string | null {
  const given = wantedFields(pair)['price'] ?? pair.live?.fields['price'] ?? ''
  return given === '' ? highestPrice(rows) : given
}

function wantedRow(record: RecordTree): GridRow {
  const { group_code, currency_code, start, end, price } = gridRowOf(record)
  return { group_code, currency_code, start, end, price }
}

function rowsOf(record: RecordTree | undefined): readonly RecordTree[] {
  return record?.children.PricingAdvanced ?? []
}

function actionOf(wanted: readonly GridRow[], live: readonly GridRow[]): GridDifference['action'] {
  return live.length === 0 ? 'create' : wanted.length === 0 ? 'remove' : 'update'
}

/** The fields of the owner's record that the steps of a grid write. */
export function fieldsOfWay(way: GridWay): readonly string[] {
  return way === 'in-place' ? ['advanced_pricing'] : ['advanced_pricing', 'price']
}

/**
 * The grid of one product or variant as one value (design.md section 5), or `undefined` where the rows of the store are
 * the wanted ones. `advanced_pricing` of the owner belongs to the grid, `price` too where the way writes it.
 */
export function diffGrid(pair: Pair, shown: boolean): GridDifference | undefined {
  const wanted = rowsOf(pair.desired).map(wantedRow).toSorted(compareRows)
  const live = rowsOf(pair.live).map(gridRowOf).toSorted(compareRows)
  const match = matchCells(wanted, live)
  if (match.same) return undefined
  const way = wayOf(wanted, live, match)
  const isInPlace = way === 'in-place'
  return {
    action: actionOf(wanted, live),
    grid: {
      owner: pair.desired.resource === 'Variants' ? 'Variants' : 'Product',
      way,
      before: live,
      after: isInPlace ? match.after : wanted,
      bridgePrice: isInPlace ? null : bridgePriceOf(pair, [...live, ...wanted]),
      onSale: shown && isOn(pair.live?.fields['advanced_pricing']),
      ...(match.duplicates ? { duplicates: true } : {}),
    },
    fields: changedFields(pair, new Set()).filter(({ field }) => fieldsOfWay(way).includes(field)),
  }
}

/**
 * The grid of a variant that is removed: its rows are deleted first. So that it is never on sale without them, its simple
 * price applies meanwhile (the highest of the grid where it has none).
 */
export function removedGrid(variant: RecordTree, shown: boolean): GridDifference | undefined {
  const before = rowsOf(variant).map(gridRowOf).toSorted(compareRows)
  if (before.length === 0) return undefined
  const on = isOn(variant.fields['advanced_pricing'])
  const price = variant.fields['price'] ?? ''
  const bridgePrice = price === '' ? highestPrice(before) : price
  const fields = on ? [{ field: 'advanced_pricing', before: 'true', after: 'false', base: null }] : []
  return { action: 'remove', grid: { owner: 'Variants', way: 'clear', before, after: [], bridgePrice, onSale: shown && on }, fields }
}
