import { cellOf, type GridRow } from '../pricing/grid-row.ts'

/** The wanted rows of a grid beside those of the store. */
export interface CellMatch {
  /** The wanted rows; those that are a live row carry its uid. */
  readonly after: readonly GridRow[]
  readonly same: boolean
  /** True where no row of the store has to go, and every row that changes can be updated. */
  readonly inPlace: boolean
  /** True where the store has a cell more often than it is wanted. */
  readonly duplicates: boolean
}

/** Pairs rows of the same cell; several rows of one cell pair by price, so that an equal grid is found equal. */
export function matchCells(wanted: readonly GridRow[], live: readonly GridRow[]): CellMatch {
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
