import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'
import { stored } from './any-store.ts'

const collections: readonly ResourceName[] = [
  'ExtraImages',
  'Inventory',
  'Merchandising',
  'PricingAdvanced',
  'ProdAccessGroup',
  'ProductAttributes',
  'Options',
  'Variants',
  'ProdCat',
]

/** A product as a complete read returns it: collections that are not given are empty. */
export function bareProduct(sku: string, fields: Fields, children: RecordTree['children'] = {}): RecordTree {
  return stored('Product', { sku, ...fields }, { ...Object.fromEntries(collections.map((name) => [name, []])), ...children })
}
