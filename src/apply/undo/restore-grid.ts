import type { GridChange } from '../../diff/change.ts'
import { cellOf, type GridRow, gridRowOf } from '../../pricing/grid-row.ts'
import { priceEntry } from '../../plan/record-of-change.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { fieldOf } from '../../resources/registry.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import type { Fields } from '../../resources/resource.ts'
import { isOn, sameValue } from '../../resources/scalar.ts'
import { desiredRow } from './desired-row.ts'
import type { DoneChange } from './done-changes.ts'
import type { UndoNotes } from './undo-notes.ts'

/** A grid as it was, and the two fields of its owner that go with it. */
export interface RestoredGrid {
  readonly rows: readonly DesiredRecord[]
  readonly fields: Fields
}

/**
 * The grid of a sku before a run. It is restored as a whole: where somebody has changed it since, only prices are, and only those of
 * cells that both grids and the store have. `null` where nothing of it is restored.
 */
export function restoreGrid(done: DoneChange<GridChange>, owner: RecordTree, notes: UndoNotes): RestoredGrid | null {
  const { change } = done
  const { before, after } = change.grid
  const live = (owner.children.PricingAdvanced ?? []).map(gridRowOf)
  const fields = ownerFields(done, owner)
  if (isSame(live, before)) return isUnchanged(fields, owner) ? null : { rows: rowsOf(change, before), fields }
  if (isOfRun(done, live)) return { rows: rowsOf(change, before), fields }
  notes.changed(change.address)
  const merged = mergedPrices(live, before, after)
  return merged === null ? null : { rows: rowsOf(change, merged), fields: currentFields(owner) }
}

/** True where the store has the price entries that a run wrote, for good or for a time, and no others. */
function isOfRun({ change, isComplete, entries }: DoneChange<GridChange>, live: readonly GridRow[]): boolean {
  const { before, after } = change.grid
  if (isComplete) return isSame(live, after)
  const known = new Set([...before, ...after, ...entries].map(entryOf))
  return live.every((row) => known.has(entryOf(row)))
}

/** True where somebody has changed the price entries of a record since the run. */
export function isGridChanged(done: DoneChange<GridChange>, owner: RecordTree): boolean {
  const live = (owner.children.PricingAdvanced ?? []).map(gridRowOf)
  return live.length > 0 && !isOfRun(done, live)
}

/** `price` and `advanced_pricing` of the owner as they were, where the store has what the run wrote for good or for a time; else as they are. */
function ownerFields({ change: { grid, fields }, isComplete, written }: DoneChange<GridChange>, owner: RecordTree): Fields {
  const { ownerBefore } = grid
  const restored = (name: string, before: string): string => {
    const current = owner.fields[name] ?? ''
    const last = fields.flatMap(({ field, after }) => (field === name && after !== null ? [after] : []))
    const values = isComplete ? last : [...last, ...(written.get(name) ?? [])]
    return values.some((value) => sameValue(fieldOf(owner.resource, name), current, value)) ? before : current
  }
  return {
    price: restored('price', ownerBefore.price ?? ''),
    advanced_pricing: String(isOn(restored('advanced_pricing', String(ownerBefore.on)))),
  }
}

function currentFields({ fields }: RecordTree): Fields {
  return { price: fields['price'] ?? '', advanced_pricing: String(isOn(fields['advanced_pricing'])) }
}

function isUnchanged(fields: Fields, { resource, fields: live }: RecordTree): boolean {
  return Object.entries(fields).every(([name, value]) => sameValue(fieldOf(resource, name), value, live[name]))
}

/** The rows of the store with the earlier price of each cell that still has that of the run; `null` unless the three have the same cells. */
function mergedPrices(live: readonly GridRow[], before: readonly GridRow[], after: readonly GridRow[]): readonly GridRow[] | null {
  if (cellsText(live) !== cellsText(before) || cellsText(live) !== cellsText(after)) return null
  const [old, written] = [before, after].map((rows) => new Map(rows.map((row) => [cellOf(row), row.price])))
  const merged = live.map((row) => (row.price === written?.get(cellOf(row)) ? { ...row, price: old?.get(cellOf(row)) ?? row.price } : row))
  return isSame(merged, live) ? null : merged
}

function cellsText(rows: readonly GridRow[]): string {
  return JSON.stringify(rows.map(cellOf).toSorted())
}

function isSame(one: readonly GridRow[], other: readonly GridRow[]): boolean {
  return entriesText(one) === entriesText(other)
}

function entriesText(rows: readonly GridRow[]): string {
  return JSON.stringify(rows.map(entryOf).toSorted())
}

/** A price entry without the id that the store has assigned: it has another one after its grid was written again. */
function entryOf(row: GridRow): string {
  return `${cellOf(row)} ${row.price}`
}

/** Price entries as a catalogue would declare them. */
export function rowsOf({ sku }: Pick<GridChange, 'sku'>, rows: readonly GridRow[]): readonly DesiredRecord[] {
  return rows.map((row) => desiredRow('PricingAdvanced', priceEntry(sku, row).fields))
}
