import type { DesiredRecord } from '../../records/desired.ts'
import { keyNames } from '../../records/row-identity.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { childResources, type ResourceName, resourceOf, resources } from '../../resources/registry.ts'
import type { Children } from '../../resources/record-tree.ts'

/**
 * The part of a live record that the catalogue manages: the fields of the desired record, those that are set on create only included, and
 * its declared collections. Rows of a collection keep the fields that at least one desired row has.
 */
export function managedPart(live: RecordTree, desired: readonly DesiredRecord[]): RecordTree {
  const names = new Set([
    ...keyNames(live.resource),
    ...alwaysRead(live.resource),
    ...desired.flatMap(({ fields, onCreate }) => [...Object.keys(fields), ...Object.keys(onCreate?.fields ?? {})]),
  ])
  const fields = Object.fromEntries(Object.entries(live.fields).filter(([name]) => names.has(name)))
  const children: Partial<Record<ResourceName, readonly RecordTree[]>> = {}
  for (const { name } of resources) {
    if (!desired.some((record) => record.children[name]) && !isAlwaysKept(live.resource, name)) continue
    const rows = desired.flatMap((record) => record.children[name] ?? [])
    const liveRows = live.children[name] ?? []
    children[name] = rows.length === 0 ? liveRows : liveRows.map((row) => managedPart(row, rows))
  }
  return { resource: live.resource, fields, children: children satisfies Children<RecordTree> }
}

/** Fields that decide the form of prices and variants: the price, whether a grid applies instead, and the order of rows. */
function alwaysRead(resource: ResourceName): readonly string[] {
  const { fields, orderField } = resourceOf(resource)
  const price = fields['price']?.kind === 'decimal' ? ['price'] : []
  return [...price, ...('advanced_pricing' in fields ? ['advanced_pricing'] : []), ...(orderField === undefined ? [] : [orderField])]
}

/** True for a collection that decides the form of others: options and variants are one part of a document, and so are prices. */
function isAlwaysKept(parent: ResourceName, child: ResourceName): boolean {
  const { authored } = resourceOf(child)
  if (!childResources(parent).includes(child) || authored === undefined || 'section' in authored) return false
  return ['options', 'variants', 'pricing'].includes(authored.key)
}
