import type { ResourceName } from '../resources/registry.ts'

/** A key that the store has once: that of a row, or of a product, and the product that it is at. */
export interface HeldKey {
  readonly resource: ResourceName
  readonly key: string
  readonly sku: string
}

/** A text that two records share if they cannot both have this key. Products and variants have one space of keys: that of prices and stock (assumptions.md W33). */
export function placeOfKey({ resource, key }: Pick<HeldKey, 'resource' | 'key'>): string {
  return `${resource === 'Product' ? 'Variants' : resource} ${key}`
}
