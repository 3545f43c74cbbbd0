import type { ResourceName } from './registry.ts'

/** The name of a row of a resource in messages, singular and plural. */
export interface Noun {
  readonly one: string
  readonly many: string
}

const nouns: Readonly<Partial<Record<ResourceName, Noun>>> = {
  UserGroups: { one: 'group', many: 'groups' },
  Cat: { one: 'category', many: 'categories' },
  CatParent: { one: 'category place', many: 'category places' },
  Product: { one: 'product', many: 'products' },
  ProdCat: { one: 'product place', many: 'product places' },
  ProductAttributes: { one: 'attribute', many: 'attributes' },
  ProdAccessGroup: { one: 'access rule', many: 'access rules' },
  Inventory: { one: 'stock record', many: 'stock records' },
  Merchandising: { one: 'promotion', many: 'promotions' },
  ExtraImages: { one: 'extra image', many: 'extra images' },
  Options: { one: 'option', many: 'options' },
  Variants: { one: 'variant', many: 'variants' },
  VariantOptions: { one: 'variant option', many: 'variant options' },
  PricingAdvanced: { one: 'price entry', many: 'price entries' },
  Webhooks: { one: 'webhook', many: 'webhooks' },
}

/** The noun of a resource; default: its own name. */
export function nounOf(resource: ResourceName): Noun {
  return nouns[resource] ?? { one: resource, many: resource }
}
