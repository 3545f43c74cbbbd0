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

/** A product with one price for everybody in its grid. */
export function onGrid(sku: string, price: string): RecordTree {
  const rows = [stored('PricingAdvanced', { sku, start: '0', end: '9999999', price })]
  return stored('Product', { sku, title: sku, price, advanced_pricing: 'true' }, { PricingAdvanced: rows })
}
