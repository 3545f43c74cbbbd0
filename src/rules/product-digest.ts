import type { ResourceName } from '../resources/registry.ts'

/*
 * A product is reduced to a digest, which has all that `ProductFacts` are collected from: so much is kept from run to run. Of price entries only the number
 * is kept, of links to categories no place.
 */

/** The fields that are kept, by resource. Rows of other resources are not. */
export const fieldsInDigest = {
  Product: ['sku', 'slug', 'title', 'inactive', 'image', 'image_large', 'price', 'gtin', 'external_id'],
  Variants: ['code', 'sku', 'price', 'external_id'],
  Options: ['code', 'sku'],
  ExtraImages: ['code', 'sku'],
  ProdCat: ['cat_code'],
} as const satisfies Partial<Record<ResourceName, readonly string[]>>

/** The fields and keys whose places are kept. */
export const placesInDigest = ['sku', 'code', 'slug', 'title', 'image_large', 'price', 'pricing', 'gtin', 'external_id'] as const
