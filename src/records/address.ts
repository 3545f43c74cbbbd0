import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'

/** The kind of address of a resource, and the fields of its rows that are part of the address. */
const forms: Readonly<Partial<Record<ResourceName, readonly [kind: string, ...fields: string[]]>>> = {
  UserGroups: ['group', 'code'],
  Cat: ['category', 'code'],
  CatParent: ['category-place', 'cat_code', 'parent_code'],
  Product: ['product', 'sku'],
  ProdCat: ['product-place', 'sku', 'cat_code'],
  ProductAttributes: ['attribute', 'sku', 'label'],
  ProdAccessGroup: ['access', 'sku', 'group_code'],
  Inventory: ['inventory', 'sku'],
  Merchandising: ['merchandising', 'sku'],
  ExtraImages: ['extra-image', 'sku', 'image'],
  Options: ['option', 'sku', 'o_group'],
  Variants: ['variant', 'code'],
  VariantOptions: ['variant-option', 'variant_code', 'o_group'],
  PricingAdvanced: ['grid', 'sku'],
  Webhooks: ['webhook', 'name', 'url'],
}

const reserved: Readonly<Record<string, string>> = { '%': '%25', '>': '%3E', '#': '%23' }

function part(text: string): string {
  return text.replace(/[%>#]/g, (sign) => reserved[sign] ?? sign)
}

/**
 * The address of a record for people and `--target`, such as `product.TEE` or `category-place.tees>sale`. `%`, `>` and `#` in a key are
 * percent-encoded, so that addresses are unique.
 */
export function addressOf(resource: ResourceName, fields: Fields): string {
  const [kind, ...names] = forms[resource] ?? [resource]
  return `${kind}.${names.map((name) => part(fields[name] ?? '')).join('>')}`
}

/** The address of a file of the store. */
export function fileAddress(path: string): string {
  return `file.${path}`
}
