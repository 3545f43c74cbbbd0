import type { GridChange } from '../diff/change.ts'
import { leavesGridOn } from '../diff/grid-way.ts'
import { surplusOf } from '../diff/single-rows.ts'
import { cellOf, type GridRow } from '../pricing/grid-row.ts'
import { resourceOf } from '../resources/registry.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import { isOn } from '../resources/scalar.ts'
import { isNewRoot, isOnlyLeftOver, type RootChanges } from './changes-by-root.ts'
import { kindSwitch } from './last-fields.ts'
import { bareRecord, priceEntry, valuesOf } from './record-of-change.ts'

/** What must be sent for the grid of one sku, each part possibly empty. */
export interface GridWork {
  readonly change: GridChange
  /**
   * When it is sent: `before` the product is shown or its kind switched, `after` that, because shoppers pay by this grid until then,
   * or `unchosen`: after the option values of a variant that the plan removes, with its product or alone, or that loses them.
   */
  readonly when: 'before' | 'after' | 'unchosen'
  /** The owner's record with the simple price, grid off: its state while the rows are changed. */
  readonly off: RecordTree | undefined
  /** True where all rows of the sku are deleted. */
  readonly clears: boolean
  readonly updates: readonly RecordTree[]
  readonly inserts: readonly RecordTree[]
  /** The uids of the rows that are deleted one by one, after the others are written. */
  readonly deletes: readonly string[]
  /** The owner's record after its rows are written. */
  readonly on: RecordTree | undefined
}

/** Whether a grid is on, before and after. */
interface Switch {
  readonly now: boolean
  readonly wanted: boolean
}

function switchOf({ fields, grid }: GridChange, isNew: boolean): Switch {
  const flag = fields.find(({ field }) => field === 'advanced_pricing')
  const now = !isNew && grid.ownerBefore.on
  return { now, wanted: flag ? isOn(flag.after ?? '') : grid.way !== 'clear' && (isNew || now) }
}

function ownerRecord({ sku, grid }: GridChange, fields: Fields): RecordTree | undefined {
  const key = resourceOf(grid.owner).key ?? 'sku'
  return Object.keys(fields).length === 0 ? undefined : bareRecord(grid.owner, { [key]: sku, ...fields })
}

/** The fields of a variant that is created with a grid: its state until its rows are written. */
export function fieldsBeforeGrid(change: GridChange): Fields {
  const { price = null } = valuesOf(change)
  const meanwhile = change.grid.bridgePrice ?? price
  return { ...(meanwhile === null ? {} : { price: meanwhile }), advanced_pricing: 'false' }
}

/**
 * What is written before the rows are touched: where the grid goes off for good, the declared price with it; where it is off for a
 * while, the price of that time; nothing where it is off already.
 */
function offFields(change: GridChange, { now, wanted }: Switch): Fields {
  const { way, bridgePrice } = change.grid
  if (leavesGridOn(way) || (way !== 'clear' && !wanted)) return now && !wanted ? { ...valuesOf(change), advanced_pricing: 'false' } : {}
  if (!now) return way === 'clear' ? valuesOf(change) : {}
  return { ...(bridgePrice === null ? {} : { price: bridgePrice }), advanced_pricing: 'false' }
}

/**
 * What is written when the rows are: the grid goes on together with the declared price, else with the one that the store had. Where it had none,
 * that of the time without the grid is emptied.
 */
function onFields(change: GridChange, { now, wanted }: Switch, before: Fields): Fields {
  if (change.grid.way === 'clear' || (leavesGridOn(change.grid.way) && (now || !wanted))) return {}
  const price = change.grid.ownerBefore.price ?? (before['price'] === undefined ? null : '')
  const last = { ...(price === null ? {} : { price }), ...valuesOf(change), advanced_pricing: wanted ? 'true' : 'false' }
  const present: Fields = { ...(price === null ? {} : { price }), advanced_pricing: now ? 'true' : 'false', ...before }
  return Object.fromEntries(Object.entries(last).filter(([name, value]) => present[name] !== value))
}

type RowWork = Pick<GridWork, 'clears' | 'updates' | 'inserts' | 'deletes'>

/** The rows of a grid that stays; all are sent again only where the grid is switched, so that the whole grid is read back. */
function rowsInPlace({ grid, sku }: GridChange, whole: boolean): RowWork {
  const before = new Map(grid.before.map((row) => [row.uid, row]))
  const kept = [...grid.after, ...(grid.aside ?? [])].filter((row) => row.uid !== undefined)
  const changed = whole ? kept : kept.filter((row) => !isSameRow(row, before.get(row.uid)))
  return {
    clears: false,
    updates: changed.map((row) => priceEntry(sku, row, before.get(row.uid))),
    inserts: grid.after.filter((row) => row.uid === undefined).map((row) => priceEntry(sku, row)),
    deletes: grid.way === 'in-place' ? [] : surplusOf(grid.after, grid.before).flatMap(({ uid }) => uid ?? []),
  }
}

function isSameRow(row: GridRow, other: GridRow | undefined): boolean {
  return other !== undefined && cellOf(row) === cellOf(other) && row.price === other.price
}

/** The rows that are deleted, updated and inserted; what is left over is deleted before. */
function rowsOf(change: GridChange, { now, wanted }: Switch): RowWork {
  const { grid, sku } = change
  if (leavesGridOn(grid.way)) return rowsInPlace(change, now !== wanted)
  return { clears: grid.before.length > 0, updates: [], inserts: grid.after.map((row) => priceEntry(sku, row)), deletes: [] }
}

/**
 * Where the plan switches a product between its own price and its variants, only one of them is what shoppers pay: `price` and
 * `advanced_pricing` are in the request of that switch, and rows that shoppers pay by until then are changed after it.
 */
function switchedWork(change: GridChange, flag: Switch, becomes: 'simple' | 'matrix'): GridWork {
  const frame = { change, ...rowsOf(change, flag) }
  if (staysOn(flag)) {
    const off = offFields(change, flag)
    const on = ownerRecord(change, onFields(change, flag, off))
    return { ...frame, when: becomes === 'matrix' ? 'after' : 'before', off: ownerRecord(change, off), on }
  }
  return { ...frame, when: flag.now ? 'after' : 'before', off: undefined, on: undefined }
}

/** True where the grid stays on through the switch of the kind of its product. */
function staysOn({ now, wanted }: Switch): boolean {
  return now && wanted
}

/** The pricing of a product that is written in the request which switches it between its own price and its variants. */
export function pricingAtSwitch({ own, rows }: RootChanges): (Pick<GridChange, 'address'> & { readonly fields: Fields }) | undefined {
  if (!kindSwitch(own)) return undefined
  const grid = rows.find((row) => row.kind === 'grid' && row.grid.owner === 'Product')
  if (grid?.kind !== 'grid' || staysOn(switchOf(grid, false))) return undefined
  return { address: grid.address, fields: valuesOf(grid) }
}

function workOf(change: GridChange, { own, bySku, leaving }: RootChanges): GridWork {
  const variant = bySku().get(change.sku)?.variant
  const isNew = variant?.action === 'create'
  const flag = switchOf(change, isNew)
  const becomes = change.grid.owner === 'Product' ? kindSwitch(own) : undefined
  if (becomes) return switchedWork(change, flag, becomes)
  const off = offFields(change, flag)
  return {
    change,
    when: variant?.action === 'remove' || own?.action === 'remove' || leaving.has(change.sku) ? 'unchosen' : 'before',
    off: ownerRecord(change, off),
    ...rowsOf(change, flag),
    on: ownerRecord(change, onFields(change, flag, isNew ? fieldsBeforeGrid(change) : off)),
  }
}

/** The grids of products and variants that are not created whole with their product, in the order of the changes. */
export function gridWork(roots: readonly RootChanges[]): GridWork[] {
  return roots
    .filter((changes) => !isNewRoot(changes))
    .flatMap((changes) =>
      changes.rows.flatMap((change) => (change.kind === 'grid' && !isOnlyLeftOver(change) ? [workOf(change, changes)] : [])),
    )
}
