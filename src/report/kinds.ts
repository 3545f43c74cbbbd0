import type { Change } from '../diff/change.ts'
import { countOf } from './amounts.ts'

/** The words for a resource in reports: one of it, and several. */
export interface Kind {
  readonly one: string
  readonly many: string
}

const words: Readonly<Partial<Record<Change['resource'], Kind>>> = {
  UserGroups: { one: 'group', many: 'groups' },
  Cat: { one: 'category', many: 'categories' },
  CatParent: { one: 'category place', many: 'category places' },
  Product: { one: 'product', many: 'products' },
  Options: { one: 'option', many: 'options' },
  Variants: { one: 'variant', many: 'variants' },
  VariantOptions: { one: 'variant option', many: 'variant options' },
  PricingAdvanced: { one: 'price grid', many: 'price grids' },
  Inventory: { one: 'stock record', many: 'stock records' },
  Merchandising: { one: 'promotion', many: 'promotions' },
  ProductAttributes: { one: 'attribute', many: 'attributes' },
  ProdAccessGroup: { one: 'access rule', many: 'access rules' },
  ExtraImages: { one: 'extra image', many: 'extra images' },
  ProdCat: { one: 'place', many: 'places' },
  Webhooks: { one: 'webhook', many: 'webhooks' },
  File: { one: 'file', many: 'files' },
}

/** The resources of a plan in the order in which reports name them. */
export const kindOrder: readonly Change['resource'][] = [
  'UserGroups',
  'Cat',
  'CatParent',
  'Product',
  'Options',
  'Variants',
  'VariantOptions',
  'PricingAdvanced',
  'Inventory',
  'Merchandising',
  'ProductAttributes',
  'ProdAccessGroup',
  'ExtraImages',
  'ProdCat',
  'Webhooks',
  'File',
]

/** The words for a resource; one that no report knows goes by its own name. */
export function kindOf(resource: Change['resource']): Kind {
  return words[resource] ?? { one: resource, many: resource }
}

/** A count of one kind: `3 variants`. */
export function countOfKind(count: number, resource: Change['resource']): string {
  const { one, many } = kindOf(resource)
  return countOf(count, one, many)
}

/** The place of a resource in that order; unknown ones come last. */
export function kindRank(resource: Change['resource']): number {
  const rank = kindOrder.indexOf(resource)
  return rank === -1 ? kindOrder.length : rank
}
