import type { Desired, DesiredRecord } from '../records/desired.ts'
import { skuOf } from '../records/named-fields.ts'
import type { SourceSpan } from '../source/source.ts'
import { rememberLast } from '../source/remember-last.ts'

/** Every record of the catalogue, parents before their children. */
export const everyRecord = rememberLast((desired: Desired): readonly DesiredRecord[] => {
  const all: DesiredRecord[] = []
  for (const records of Object.values(desired.roots)) for (const record of records) addWithChildren(all, record)
  return all
})

function addWithChildren(all: DesiredRecord[], record: DesiredRecord): void {
  all.push(record)
  for (const rows of Object.values(record.children)) for (const row of rows) addWithChildren(all, row)
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

/** Where the value of a field was written, or else its record. */
export function spanOf(record: DesiredRecord, field: string): SourceSpan {
  return record.spans[field] ?? record.source
}
