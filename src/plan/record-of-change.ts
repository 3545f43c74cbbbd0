import type { RecordChange, RootedChange } from '../diff/change.ts'
import type { GridRow } from '../pricing/grid-row.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'

/** The new values of a change's fields by name. */
export function valuesOf({ fields }: RootedChange): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { field, after } of fields) if (after !== null) values[field] = after
  return values
}

/** The record to write for a change: its key and the fields that it sets, without children. Where it sets none, the key is not copied. */
export function recordOf({ resource, key, fields }: RecordChange): RecordTree {
  if (fields.length === 0) return { resource, fields: key, children: noChildren }
  const values: Record<string, string> = { ...key }
  for (const { field, after } of fields) if (after !== null) values[field] = after
  return { resource, fields: values, children: noChildren }
}

/** The children of a record without any: one object, since a plan can have hundreds of thousands of them. */
const noChildren: RecordTree['children'] = {}

/** A record of a resource that sets these fields only. */
export function bareRecord(resource: ResourceName, fields: Fields): RecordTree {
  return { resource, fields, children: noChildren }
}

/**
 * One price entry as a record; with a uid it updates that entry, without one it is inserted (platform.md, "PricingAdvanced"). A group or
 * currency that the entry `before` has and this one has not is emptied.
 */
export function priceEntry(sku: string, row: GridRow, before?: GridRow): RecordTree {
  const { uid, group_code, currency_code, start, end, price } = row
  // Without spreads: a plan of new products can have a million entries.
  const fields: Record<string, string> = uid === undefined ? { sku, start, end, price } : { uid, sku, start, end, price }
  if (group_code !== '' || (before?.group_code ?? '') !== '') fields['group_code'] = group_code
  if (currency_code !== '' || (before?.currency_code ?? '') !== '') fields['currency_code'] = currency_code
  return bareRecord('PricingAdvanced', fields)
}
