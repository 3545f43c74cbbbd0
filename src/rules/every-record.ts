import type { Desired, DesiredRecord } from '../records/desired.ts'
import { skuOf } from '../records/named-fields.ts'
import type { SourceSpan } from '../source/source.ts'

/** Every record of the catalogue, parents before their children. */
export function everyRecord(desired: Desired): readonly DesiredRecord[] {
  const known = everyOf.get(desired)
  if (known) return known
  const all: DesiredRecord[] = []
  for (const records of Object.values(desired.roots)) for (const record of records) addWithChildren(all, record)
  everyOf.set(desired, all)
  return all
}

/** Several rules ask for the same records, one after the other. */
const everyOf = new WeakMap<Desired, readonly DesiredRecord[]>()

function addWithChildren(all: DesiredRecord[], record: DesiredRecord): void {
  all.push(record)
  for (const rows of Object.values(record.children)) for (const row of rows) addWithChildren(all, row)
}

/** Products and variants: the records with a price of their own. */
export function everySellable(desired: Desired): readonly DesiredRecord[] {
  const known = sellablesIn.get(desired)
  if (known) return known
  const all: DesiredRecord[] = []
  for (const product of desired.roots.Product ?? []) for (const sellable of sellablesOf(product)) all.push(sellable)
  sellablesIn.set(desired, all)
  return all
}

const sellablesIn = new WeakMap<Desired, readonly DesiredRecord[]>()

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
