import type { GridChange } from '../diff/change.ts'
import type { GridRow } from '../pricing/grid-row.ts'
import { resourceOf } from '../resources/registry.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { isOn } from '../resources/scalar.ts'
import { isNewRoot, isOnlyLeftOver, type RootChanges } from './changes-by-root.ts'
import { bareRecord, priceEntry, valuesOf } from './record-of-change.ts'

/** What must be sent for the grid of one sku, each part possibly empty. */
export interface GridWork {
  readonly change: GridChange
  /** The owner's record with the simple price, grid off: its state while the rows are changed. */
  readonly off: RecordTree | undefined
  /** True where the variant itself is removed after its prices. */
  readonly ownerIsRemoved: boolean
  /** True where all rows of the sku are deleted. */
  readonly clears: boolean
  readonly updates: readonly RecordTree[]
  readonly inserts: readonly RecordTree[]
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
  const same = grid.way !== 'clear'
  if (isNew) return { now: false, wanted: flag ? isOn(flag.after ?? '') : same }
  return flag ? { now: isOn(flag.before ?? ''), wanted: isOn(flag.after ?? '') } : { now: same, wanted: same }
}

function ownerRecord({ sku, grid }: GridChange, fields: Readonly<Record<string, string>>): RecordTree | undefined {
  const key = resourceOf(grid.owner).key ?? 'sku'
  return Object.keys(fields).length === 0 ? undefined : bareRecord(grid.owner, { [key]: sku, ...fields })
}

function flagText(on: boolean): string {
  return on ? 'true' : 'false'
}

/** In place nothing is deleted; all rows are sent again only where the grid is switched, so that the whole grid is read back. */
function rowsInPlace({ grid, sku }: GridChange, whole: boolean): Pick<GridWork, 'updates' | 'inserts'> {
  const before = new Map(grid.before.map((row) => [row.uid, row]))
  const known = grid.after.filter((row) => row.uid !== undefined)
  const changed = whole ? known : known.filter((row) => before.get(row.uid)?.price !== row.price)
  const entry = (row: GridRow): RecordTree => priceEntry(sku, row)
  return { updates: changed.map(entry), inserts: grid.after.filter((row) => row.uid === undefined).map(entry) }
}

function inPlace(frame: Pick<GridWork, 'change' | 'ownerIsRemoved'>, flag: Switch): GridWork {
  const { change } = frame
  const switches = flag.now !== flag.wanted
  return {
    ...frame,
    off: switches && !flag.wanted ? ownerRecord(change, { advanced_pricing: 'false' }) : undefined,
    clears: false,
    ...rowsInPlace(change, switches),
    on: switches && flag.wanted ? ownerRecord(change, { advanced_pricing: 'true' }) : undefined,
  }
}

function workOf(change: GridChange, { bySku }: RootChanges): GridWork {
  const { grid, sku } = change
  const variant = bySku.get(sku)?.variant
  const frame = { change, ownerIsRemoved: variant?.action === 'remove' }
  const isNew = variant?.action === 'create'
  const flag = switchOf(change, isNew)
  if (grid.way === 'in-place') return inPlace(frame, flag)
  const price = grid.bridgePrice === null ? {} : { price: grid.bridgePrice }
  const turnsOff = flag.now || (grid.way === 'clear' && change.fields.length > 0)
  const settled: Readonly<Record<string, string>> =
    turnsOff || isNew ? { ...price, advanced_pricing: 'false' } : { advanced_pricing: flagText(flag.now) }
  const last = { ...valuesOf(change), advanced_pricing: flagText(flag.wanted) }
  const rest = Object.entries(last).filter(([name, value]) => settled[name] !== value)
  return {
    ...frame,
    off: turnsOff ? ownerRecord(change, settled) : undefined,
    clears: grid.before.length > 0,
    updates: [],
    inserts: grid.after.map((row) => priceEntry(sku, row)),
    on: ownerRecord(change, Object.fromEntries(rest)),
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
