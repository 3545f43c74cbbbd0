import type { Change } from '../diff/change.ts'
import { type Noun, nounOf } from '../resources/nouns.ts'
import { countOf } from './amounts.ts'

/** In a plan the entries of one sku are one thing. */
const grid: Noun = { one: 'price grid', many: 'price grids' }
/** Below its product a place needs no other word. */
const place: Noun = { one: 'place', many: 'places' }
const file: Noun = { one: 'file', many: 'files' }

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

/** The words for what a change is about, where it stands below its product or alone. */
export function kindOf(resource: Change['resource']): Noun {
  return resource === 'ProdCat' ? place : kindInTotals(resource)
}

/** The words for what changes are about, in a list of all kinds. */
export function kindInTotals(resource: Change['resource']): Noun {
  if (resource === 'File') return file
  return resource === 'PricingAdvanced' ? grid : nounOf(resource)
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
