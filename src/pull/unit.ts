import type { RootedChange } from '../diff/change.ts'
import type { RecordSection } from './live-records.ts'

/**
 * What is merged or left to the store as a whole: one key of an entry, or keys that belong together (`options` with `variants`, `price` with
 * `pricing`); `null` as the part is the entry.
 */
export interface Unit {
  readonly section: RecordSection | 'price_lists'
  readonly key: string
  readonly part: string | null
}

const together: Readonly<Record<string, readonly string[]>> = { options: ['options', 'variants'], pricing: ['price', 'pricing'] }
const parts: Readonly<Record<string, string>> = {
  variants: 'options',
  option_type: 'options',
  options_advanced: 'options',
  price: 'pricing',
  advanced_pricing: 'pricing',
  parent_code: 'parent',
}

/** The part of an entry that contains a key or field. */
export function partOf(key: string): string {
  return parts[key] ?? key
}

/** The keys of an entry in a part. */
export function keysOfPart(part: string): readonly string[] {
  return together[part] ?? [part]
}

/** A text that identifies a unit. */
export function unitId({ section, key, part }: Unit): string {
  return JSON.stringify([section, key, part])
}

const ofCollections: Readonly<Record<string, string>> = {
  CatParent: 'parents',
  ProdCat: 'categories',
  ProductAttributes: 'attributes',
  ProdAccessGroup: 'access',
  Merchandising: 'merchandising',
  ExtraImages: 'extra_images',
  Options: 'options',
  Variants: 'options',
  VariantOptions: 'options',
}

/** The parts of an entry that a change of its record affects. */
export function partsOfChange(change: RootedChange, root: string): readonly string[] {
  if (change.kind === 'grid') return [change.sku === root ? 'pricing' : 'options']
  const { resource, key, fields } = change
  if (resource === 'UserGroups' || resource === 'Cat' || resource === 'Product') {
    return [...new Set(fields.map(({ field }) => partOf(field)))]
  }
  if (resource === 'Inventory') return [key['sku'] === root ? 'inventory' : 'options']
  return [ofCollections[resource] ?? resource]
}
