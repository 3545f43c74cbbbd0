import type { DesiredRecord } from '../../records/desired.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { type ResourceName, resourceOf, resources } from '../../resources/registry.ts'
import type { Children } from '../../resources/record-tree.ts'

/**
 * The part of a live record that the catalogue manages: the fields of the desired record, those that are set on create only included, and
 * its declared collections. Rows of a collection keep the fields that at least one desired row has.
 */
export function managedPart(live: RecordTree, desired: readonly DesiredRecord[]): RecordTree {
  const { key, natural } = resourceOf(live.resource)
  const names = new Set([
    ...natural,
    ...(key === null ? [] : [key]),
    ...(alwaysRead[live.resource] ?? []),
    ...desired.flatMap(({ fields, onCreate }) => [...Object.keys(fields), ...Object.keys(onCreate?.fields ?? {})]),
  ])
  const fields = Object.fromEntries(Object.entries(live.fields).filter(([name]) => names.has(name)))
  const children: Partial<Record<ResourceName, readonly RecordTree[]>> = {}
  for (const { name } of resources) {
    if (!desired.some((record) => record.children[name]) && alwaysKept[live.resource]?.includes(name) !== true) continue
    const rows = desired.flatMap((record) => record.children[name] ?? [])
    const liveRows = live.children[name] ?? []
    children[name] = rows.length === 0 ? liveRows : liveRows.map((row) => managedPart(row, rows))
  }
  return { resource: live.resource, fields, children: children satisfies Children<RecordTree> }
}

/** Fields that decide the form of prices and variants. */
const alwaysRead: Readonly<Partial<Record<ResourceName, readonly string[]>>> = {
  Product: ['advanced_pricing', 'price'],
  Variants: ['advanced_pricing', 'price', 'sort'],
  Options: ['o_sort'],
  PricingAdvanced: ['price'],
}

/** Collections that decide the form of others in the same part of a document. */
const alwaysKept: Readonly<Partial<Record<ResourceName, readonly ResourceName[]>>> = {
  Product: ['PricingAdvanced', 'Options', 'Variants'],
  Variants: ['PricingAdvanced', 'VariantOptions'],
}
