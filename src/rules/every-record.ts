import type { Desired, DesiredRecord } from '../records/desired.ts'
import { keyOf, skuOf } from '../records/named-fields.ts'
import type { Children } from '../resources/record-tree.ts'
import { childResources, type ResourceName } from '../resources/registry.ts'
import type { SourceSpan } from '../source/source.ts'
import { rememberLast } from '../source/remember-last.ts'

/** Every record of the catalogue by its resource, parents before their children. */
export const recordsByResource = rememberLast((desired: Desired): ReadonlyMap<ResourceName, readonly DesiredRecord[]> => {
  const found = new Map<ResourceName, DesiredRecord[]>()
  addLists(found, desired.roots)
  return found
})

function addLists(found: Map<ResourceName, DesiredRecord[]>, lists: Children<DesiredRecord>): void {
  for (const records of Object.values(lists)) {
    const [first] = records
    if (!first) continue
    const known = found.get(first.resource)
    if (known) for (const record of records) known.push(record)
    else found.set(first.resource, [...records])
    if (hasChildren(first.resource)) for (const { children } of records) addLists(found, children)
  }
}

/** False for most records: a grid has hundreds of rows. */
function hasChildren(name: ResourceName): boolean {
  return childResources(name).length > 0
}

/** Products and variants: the records with a price of their own. */
export const everySellable = rememberLast((desired: Desired): readonly DesiredRecord[] => {
  const all: DesiredRecord[] = []
  for (const product of desired.roots.Product ?? []) {
    all.push(product)
    for (const variant of product.children.Variants ?? []) all.push(variant)
  }
  return all
})

/** A product and its variants. */
export function sellablesOf(product: DesiredRecord): readonly DesiredRecord[] {
  const { Variants: variants } = product.children
  return variants ? [product, ...variants] : [product]
}

/** True for a product that has one of these codes, as its own sku or as that of a variant. */
export function sellsOneOf(product: DesiredRecord, codes: ReadonlySet<string>): boolean {
  return codes.size > 0 && sellablesOf(product).some((sellable) => codes.has(skuOf(sellable)))
}

/** The codes above each category, by its code, as far as the catalogue declares them. */
export function parentsByCategory({ roots }: Desired): ReadonlyMap<string, readonly string[]> {
  return new Map((roots.Cat ?? []).map((category) => [keyOf(category), (category.children.CatParent ?? []).map(parentOf)]))
}

/** The code above a customer group, or in a place of a category; empty where there is none. */
export function parentOf({ fields }: DesiredRecord): string {
  return fields['parent_code'] ?? ''
}

/** Where the value of a field was written, or else its record. */
export function spanOf(record: DesiredRecord, field: string): SourceSpan {
  return record.spans[field] ?? record.source
}
