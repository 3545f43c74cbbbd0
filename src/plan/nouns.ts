import type { ResourceName } from '../resources/registry.ts'

/** What people call the rows of a resource, one and many. */
const nouns: Readonly<Partial<Record<ResourceName, readonly [one: string, many: string]>>> = {
  UserGroups: ['group', 'groups'],
  Cat: ['category', 'categories'],
  CatParent: ['category place', 'category places'],
  Product: ['product', 'products'],
  ProdCat: ['product place', 'product places'],
  ProductAttributes: ['attribute', 'attributes'],
  ProdAccessGroup: ['access row', 'access rows'],
  Inventory: ['stock row', 'stock rows'],
  Merchandising: ['promotion', 'promotions'],
  ExtraImages: ['extra image', 'extra images'],
  Options: ['option', 'options'],
  Variants: ['variant', 'variants'],
  VariantOptions: ['variant option', 'variant options'],
  PricingAdvanced: ['price entry', 'price entries'],
  Webhooks: ['webhook', 'webhooks'],
}

/** "1 product", "12 price entries". */
export function counted(count: number, resource: ResourceName): string {
  const [one, many] = nouns[resource] ?? [resource, resource]
  return `${String(count)} ${count === 1 ? one : many}`
}
