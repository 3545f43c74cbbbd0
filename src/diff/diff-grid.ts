import { compareDecimals } from '../records/decimal.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ChangeAction, FieldChange, GridChange, GridRow, GridWay } from './change.ts'
import { changedFields, isOn, wantedFields, type Pair } from './field-changes.ts'
import { cellOf, gridRowOf, sortedRows } from './grid-rows.ts'

/** How the grid of one sku differs; `fields` are those of the owner's record that the grid's steps write. */
export interface GridDifference {
  readonly action: ChangeAction
  readonly grid: GridChange
  readonly fields: readonly FieldChange[]
}

interface Match {
  /** The wanted rows; those that are a live row carry its uid. */
  readonly after: readonly GridRow[]
  readonly same: boolean
  readonly inPlace: boolean
  readonly duplicates: boolean
}

/** Pairs rows of the same cell; several of one cell pair by price, so that an equal grid stays equal. */
function matchCells(wanted: readonly GridRow[], live: readonly GridRow[]): Match {
  const free = Map.groupBy(live, cellOf)
  const duplicated = new Set([...free].filter(([, rows]) => rows.length > 1).map(([cell]) => cell))
  const after = wanted.map((row) => {
    const rows = free.get(cellOf(row)) ?? []
    const equal = rows.findIndex(({ price }) => price === row.price)
    const [found] = rows.splice(Math.max(equal, 0), 1)
    return { row, found }
  })
  const left = [...free].filter(([, rows]) => rows.length > 0)
  const moved = after.filter(({ row, found }) => found && found.price !== row.price)
  return {
    after: after.map(({ row, found }) => (found?.uid === undefined ? row : { ...row, uid: found.uid })),
    same: left.length === 0 && moved.length === 0 && after.every(({ found }) => found),
    inPlace: left.length === 0 && moved.every(({ found }) => found?.uid !== undefined),
    duplicates: left.some(([cell]) => duplicated.has(cell)),
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

/** The simple price for the time without a grid: the wanted one, else the store's own, else the highest of the grid. */
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

function actionOf(wanted: readonly GridRow[], live: readonly GridRow[]): ChangeAction {
  return live.length === 0 ? 'create' : wanted.length === 0 ? 'remove' : 'update'
}

/** The fields of the owner's record that the steps of a grid write, so that nobody else does. */
export function fieldsOfWay(way: GridWay): readonly string[] {
  return way === 'in-place' ? ['advanced_pricing'] : ['advanced_pricing', 'price']
}

/**
 * The grid of one product or variant as one value (design.md section 5), or `undefined` when the store's rows are the
 * wanted ones. `advanced_pricing` of the owner belongs to the grid, `price` too where the way writes it.
 */
export function diffGrid(pair: Pair, shown: boolean): GridDifference | undefined {
  const wanted = sortedRows(rowsOf(pair.desired).map(wantedRow))
  const live = sortedRows(rowsOf(pair.live).map(gridRowOf))
  const match = matchCells(wanted, live)
  if (match.same) return undefined
  const way = wayOf(wanted, live, match)
  const stays = way === 'in-place'
  return {
    action: actionOf(wanted, live),
    grid: {
      owner: pair.desired.resource === 'Variants' ? 'Variants' : 'Product',
      way,
      before: live,
      after: stays ? match.after : wanted,
      bridgePrice: stays ? null : bridgePriceOf(pair, [...live, ...wanted]),
      onSale: shown && isOn(pair.live?.fields['advanced_pricing']),
      ...(match.duplicates ? { duplicates: true } : {}),
    },
    fields: changedFields(pair, new Set()).filter(({ field }) => fieldsOfWay(way).includes(field)),
  }
}

/**
 * The grid of a variant that leaves: its rows go before it does, and so that it is never on sale without them, it takes
 * its simple price for that time (the highest of the grid where it has none).
 */
export function leavingGrid(variant: RecordTree, shown: boolean): GridDifference | undefined {
  const before = sortedRows(rowsOf(variant).map(gridRowOf))
  if (before.length === 0) return undefined
  const on = isOn(variant.fields['advanced_pricing'])
  const price = variant.fields['price'] ?? ''
  const bridgePrice = price === '' ? highestPrice(before) : price
  const fields = on ? [{ field: 'advanced_pricing', before: 'true', after: 'false', base: null }] : []
  return { action: 'remove', grid: { owner: 'Variants', way: 'clear', before, after: [], bridgePrice, onSale: shown && on }, fields }
}
