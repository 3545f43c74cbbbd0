import { gridRowOf } from '../pricing/grid-row.ts'
import type { BaseRow } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import { keyOf } from '../records/named-fields.ts'
import { linked, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import { fieldOf, type ResourceName } from '../resources/registry.ts'
import { storedValue } from '../resources/scalar.ts'
import { changeId } from './applied-record.ts'
import type { FieldChange, GridChange, RecordChange, RootedChange } from './change.ts'
import { matchCells } from './match-cells.ts'

/**
 * True where a root record was saved as last applied after a plan with these changes of it was made: what is saved has the new value of one that had another
 * one, or none, then. A record is saved when all of it is in the store. What only the store had changed is the same before and after: it shows nothing.
 */
export function isAppliedSince(changes: readonly RootedChange[], base: BaseRow, capabilities: Capabilities): boolean {
  const rows = new Map(rowsOf(base).map((row) => [`${row.resource} ${rowIdentity(row, capabilities)}`, row]))
  return changes.some((change) =>
    change.kind === 'grid' ? hasGrid(rows.values(), change) : hasRecord(rows.get(changeId(change, capabilities)), change),
  )
}

/** A record and all rows below it, each with what links it to its parent. */
function rowsOf(row: BaseRow): readonly BaseRow[] {
  return [row, ...childNames(row.children).flatMap((name) => (row.children[name] ?? []).flatMap((child) => rowsOf(linked(child, row))))]
}

function hasRecord(row: BaseRow | undefined, { action, resource, fields, origin, again }: RecordChange): boolean {
  if (action === 'update') return row !== undefined && fields.some((change) => hasField(row.fields[change.field], change, resource))
  if (action === 'cannot' || origin !== 'git' || again) return false
  return (row !== undefined) === (action === 'create')
}

function hasField(applied: string | undefined, { field: name, after, base }: FieldChange, resource: ResourceName): boolean {
  if (applied === undefined || after === null) return false
  const field = fieldOf(resource, name)
  const wanted = storedValue(field, after)
  return storedValue(field, applied) === wanted && (base === null || storedValue(field, base) !== wanted)
}

/** With the origin `both`, the entries can be those that were last applied. */
function hasGrid(rows: Iterable<BaseRow>, { action, sku, grid, origin }: GridChange): boolean {
  if (action === 'cannot' || (origin !== 'git' && origin !== 'adopt')) return false
  const owner = Iterator.from(rows).find((row) => row.resource === grid.owner && keyOf(row) === sku)
  const entries = owner?.children.PricingAdvanced
  return entries !== undefined && matchCells(grid.after, entries.map(gridRowOf)).same
}
