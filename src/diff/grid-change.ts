import { cellOf, type GridRow } from '../pricing/grid-row.ts'
import { addressOf } from '../records/address.ts'
import { compareDecimals } from '../records/decimal.ts'
import { keyOf } from '../records/named-fields.ts'
import type { GridChange, GridDiff, GridWay } from './change.ts'
import { originOf } from './compare-fields.ts'
import type { RootPlace } from './diff-context.ts'
import type { GridPair, PreparedPair } from './prepare-pair.ts'
import { clearRefusal } from './refusals.ts'

/**
 * The grid of one product or variant as one change (design.md section 5), or `undefined` where the rows of the store are
 * the wanted ones. `advanced_pricing` of the owner belongs to the grid, `price` too where the way writes it.
 */
export function gridChange(pair: PreparedPair, { root, shown, context }: RootPlace): GridChange | undefined {
  const { desired, grid, ownerBefore } = pair
  const diff = grid
    ? gridDiff(grid, { owner: desired.resource === 'Variants' ? 'Variants' : 'Product', ownerBefore, onSale: shown && ownerBefore.on })
    : undefined
  if (!grid || !diff) return undefined
  const sku = keyOf(desired)
  const reason = diff.before.length > 0 && diff.way !== 'in-place' ? clearRefusal(sku) : undefined
  const written = pair.differences.filter(({ change }) => fieldsOfWay(diff.way).includes(change.field))
  return {
    kind: 'grid',
    address: addressOf('PricingAdvanced', { sku }),
    ...(reason === undefined ? { action: actionOf(grid) } : { action: 'cannot', reason }),
    sku,
    root,
    grid: diff,
    fields: written.map(({ change }) => change),
    origin: originOf(pair.state, written),
    source: context.locate(desired.children.PricingAdvanced?.[0]?.source ?? desired.source),
  }
}

function gridDiff(grid: GridPair, frame: Pick<GridDiff, 'owner' | 'ownerBefore' | 'onSale'>): GridDiff | undefined {
  const { wanted, live } = grid
  const match = matchCells(wanted, live)
  if (match.same) return undefined
  const way = wayOf(grid, match)
  const isInPlace = way === 'in-place'
  return {
    owner: frame.owner,
    ownerBefore: frame.ownerBefore,
    way,
    before: live,
    after: isInPlace ? match.after : wanted,
    bridgePrice: isInPlace ? null : bridgePriceOf(grid),
    onSale: frame.onSale,
    ...(match.duplicates ? { duplicates: true } : {}),
  }
}

/** The fields of the owner's record that the steps of a grid write, so that its own change leaves them out. */
export function fieldsOfWay(way: GridWay): readonly string[] {
  return way === 'in-place' ? ['advanced_pricing'] : ['advanced_pricing', 'price']
}

function actionOf({ wanted, live }: GridPair): 'create' | 'update' | 'remove' {
  return live.length === 0 ? 'create' : wanted.length === 0 ? 'remove' : 'update'
}

function wayOf({ wanted, live }: GridPair, match: Match): GridWay {
  if (wanted.length === 0) return 'clear'
  if (live.length === 0) return 'fresh'
  return match.inPlace ? 'in-place' : 'bridge'
}

/** The simple price while the grid is off: the wanted one, else that of the store, else the highest of the grid. */
export function bridgePriceOf({ wanted, live, simplePrice }: GridPair): string | null {
  if (simplePrice !== '') return simplePrice
  return [...live, ...wanted].reduce<string | null>(
    (highest, { price }) => (highest === null || (compareDecimals(price, highest) ?? -1) > 0 ? price : highest),
    null,
  )
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
