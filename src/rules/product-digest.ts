import type { DesiredRecord } from '../records/desired.ts'
import type { SourceSpan } from '../source/source.ts'
import type { Children } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'

type Rows = Partial<Record<ResourceName, readonly DesiredRecord[]>>

/** The fields that are kept, by resource; of price entries only the number is. */
const kept = {
  Product: ['sku', 'slug', 'title', 'inactive', 'image', 'image_large', 'price', 'gtin', 'external_id'],
  Variants: ['code', 'sku', 'price', 'external_id'],
  Options: ['code', 'sku'],
  ExtraImages: ['code', 'sku'],
  ProdCat: ['cat_code'],
} as const satisfies Partial<Record<ResourceName, readonly string[]>>

const placesKept = ['sku', 'code', 'slug', 'title', 'image_large', 'price', 'pricing', 'gtin', 'external_id']
const none = Object.freeze({})
const nowhere: SourceSpan = { file: '', start: 0, end: 0 }
const priceEntry: DesiredRecord = { resource: 'PricingAdvanced', fields: none, children: none, source: nowhere, spans: none }
const entriesByCount = new Map<number, readonly DesiredRecord[]>()

/** A product reduced to what `ProductFacts` are collected from: this much is kept from run to run. */
export function productDigest(product: DesiredRecord): DesiredRecord {
  const { children } = product
  const digest: Rows = { ...gridOf(children) }
  if (children.ProdCat) digest.ProdCat = children.ProdCat.map((link) => ({ ...cut(link, kept.ProdCat), source: nowhere, spans: none }))
  if (children.Options) digest.Options = children.Options.map((row) => cut(row, kept.Options))
  if (children.ExtraImages) digest.ExtraImages = children.ExtraImages.map((row) => cut(row, kept.ExtraImages))
  if (children.Variants) {
    let { source } = product
    digest.Variants = children.Variants.map((variant) => {
      // Most variants of a matrix have one source.
      if (!isSame(source, variant.source)) ({ source } = variant)
      return { ...cut(variant, kept.Variants), children: gridOf(variant.children), source }
    })
  }
  return { ...cut(product, kept.Product), children: digest }
}

/** Price entries of which only the number is known. */
function priceEntries(count: number): readonly DesiredRecord[] {
  const known = entriesByCount.get(count)
  if (known) return known
  const entries = Array.from({ length: count }, () => priceEntry)
  entriesByCount.set(count, entries)
  return entries
}

function gridOf({ PricingAdvanced: rows }: Children<DesiredRecord>): Children<DesiredRecord> {
  return rows ? { PricingAdvanced: priceEntries(rows.length) } : none
}

function cut({ resource, fields, source, spans }: DesiredRecord, names: readonly string[]): DesiredRecord {
  const left: Record<string, string> = {}
  for (const name of names) {
    const value = fields[name]
    if (value !== undefined) left[name] = value
  }
  let places: Record<string, SourceSpan> | undefined
  for (const name of placesKept) {
    const place = spans[name]
    if (place) (places ??= {})[name] = place
  }
  return { resource, fields: left, children: none, source, spans: places ?? none }
}

function isSame(one: SourceSpan, other: SourceSpan): boolean {
  return one.start === other.start && one.end === other.end && one.file === other.file
}
