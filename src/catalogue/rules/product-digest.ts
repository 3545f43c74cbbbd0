import type { Desired, DesiredRecord } from '../../records/desired.ts'
import type { SourceSpan } from '../../records/source.ts'
import type { Children } from '../../resources/record-tree.ts'
import type { ResourceName } from '../../resources/registry.ts'
import { codeOf, everySellable } from './every-record.ts'

type Rows = Partial<Record<ResourceName, readonly DesiredRecord[]>>

/** What the rules that look at all products together look at, by resource; of price entries they look at the number. */
const kept = {
  Product: ['sku', 'slug', 'title', 'inactive', 'image', 'image_large'],
  Variants: ['code', 'sku'],
  Options: ['code', 'sku'],
  ExtraImages: ['code', 'sku'],
  ProdCat: ['cat_code'],
} as const satisfies Partial<Record<ResourceName, readonly string[]>>

const placesKept = ['sku', 'code', 'slug', 'title', 'image_large', 'pricing']
const none = Object.freeze({})
const nowhere: SourceSpan = { file: '', start: 0, end: 0 }
const priceEntry: DesiredRecord = { resource: 'PricingAdvanced', fields: none, children: none, source: nowhere, spans: none }
const entriesByCount = new Map<number, readonly DesiredRecord[]>()

/**
 * Cuts products to what is kept of them while the rules go over a catalogue too large to hold; those that price tests are
 * about (`whole`: sku or variant code) stay as they are.
 */
export function productDigester(whole: ReadonlySet<string>): (product: DesiredRecord) => DesiredRecord {
  const links = new Map<string, DesiredRecord>()
  const linkOf = (link: DesiredRecord): DesiredRecord => {
    const code = link.fields['cat_code'] ?? ''
    const known = links.get(code)
    if (known) return known
    const digest = { ...cut(link, kept.ProdCat), source: nowhere, spans: none }
    links.set(code, digest)
    return digest
  }
  return (product) => (isWanted(product, whole) ? product : digestOf(product, linkOf))
}

function isWanted(product: DesiredRecord, whole: ReadonlySet<string>): boolean {
  if (whole.size === 0) return false
  const alone: Desired = { roots: { Product: [product] }, files: [] }
  return [...everySellable(alone)].some((sellable) => whole.has(codeOf(sellable)))
}

function digestOf(product: DesiredRecord, linkOf: (link: DesiredRecord) => DesiredRecord): DesiredRecord {
  const { children } = product
  const digest: Rows = { ...gridOf(children) }
  if (children.ProdCat) digest.ProdCat = children.ProdCat.map(linkOf)
  if (children.Options) digest.Options = children.Options.map((row) => cut(row, kept.Options))
  if (children.ExtraImages) digest.ExtraImages = children.ExtraImages.map((row) => cut(row, kept.ExtraImages))
  if (children.Variants) {
    let { source } = product
    digest.Variants = children.Variants.map((variant) => {
      // Most variants of a matrix stand in one place.
      if (!isSame(source, variant.source)) ({ source } = variant)
      return { ...cut(variant, kept.Variants), children: gridOf(variant.children), source }
    })
  }
  return { ...cut(product, kept.Product), children: digest }
}

/** So many price entries of which nothing is known but their number. */
export function priceEntries(count: number): readonly DesiredRecord[] {
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
