import type { ResourceName } from './registry.ts'

/**
 * How the rows of two resources are joined: `parentField` of the parent equals `childField` of the child. Through a link table,
 * `parentField` of the parent equals `through.parentField` of the link, and `through.childField` of the link equals `childField` of the
 * child.
 */
export interface Relation {
  readonly parent: ResourceName
  readonly child: ResourceName
  readonly parentField: string
  readonly childField: string
  /** The link table between the two, where the rows share no field. */
  readonly through?: { readonly resource: ResourceName; readonly parentField: string; readonly childField: string }
}

const ofOrder = ['Orderlines', 'OrderlineDiscounts', 'OrderlineTax', 'Shipments'] as const
const ofProduct = [
  'ExtraImages',
  'Inventory',
  'Merchandising',
  'PricingAdvanced',
  'ProdAccessGroup',
  'ProductAttributes',
  'Options',
  'Variants',
  'ProdCat',
  'VariantOptions',
] as const

/** The relations that platform.md shows, each usable in both directions (`ProductAttributes+Product`). */
const declared: readonly Relation[] = [
  ...ofOrder.map((child) => ({ parent: 'Order' as const, child, parentField: 'order_number', childField: 'order_number' })),
  {
    parent: 'Order',
    child: 'ShipmentLines',
    parentField: 'order_number',
    childField: 'shipment_code',
    through: { resource: 'Shipments', parentField: 'order_number', childField: 'code' },
  },
  { parent: 'Orderlines', child: 'OrderlineDiscounts', parentField: 'code', childField: 'orderline_code' },
  { parent: 'Orderlines', child: 'ShipmentLines', parentField: 'code', childField: 'orderline_code' },
  { parent: 'Product', child: 'Orderlines', parentField: 'sku', childField: 'sku' },
  { parent: 'Shipments', child: 'ShipmentLines', parentField: 'code', childField: 'shipment_code' },
  ...ofProduct.map((child) => ({ parent: 'Product' as const, child, parentField: 'sku', childField: 'sku' })),
  {
    parent: 'Product',
    child: 'Cat',
    parentField: 'sku',
    childField: 'code',
    through: { resource: 'ProdCat', parentField: 'sku', childField: 'cat_code' },
  },
  { parent: 'Variants', child: 'PricingAdvanced', parentField: 'code', childField: 'sku' },
  { parent: 'Variants', child: 'Inventory', parentField: 'code', childField: 'sku' },
  { parent: 'Variants', child: 'VariantOptions', parentField: 'code', childField: 'variant_code' },
  { parent: 'Cat', child: 'CatParent', parentField: 'code', childField: 'cat_code' },
  { parent: 'Cat', child: 'ProdCat', parentField: 'code', childField: 'cat_code' },
  { parent: 'Customer', child: 'UserCustomerGroups', parentField: 'username', childField: 'username' },
  { parent: 'Customer', child: 'Order', parentField: 'username', childField: 'username' },
  { parent: 'UserGroups', child: 'UserCustomerGroups', parentField: 'code', childField: 'group_code' },
  { parent: 'UserGroups', child: 'PricingAdvanced', parentField: 'code', childField: 'group_code' },
  { parent: 'UserGroups', child: 'ProdAccessGroup', parentField: 'code', childField: 'group_code' },
]

function reversed({ parent, child, parentField, childField, through }: Relation): Relation {
  const turned = { parent: child, child: parent, parentField: childField, childField: parentField }
  return through
    ? { ...turned, through: { resource: through.resource, parentField: through.childField, childField: through.parentField } }
    : turned
}

/** Every relation in both directions. */
export const relations: readonly Relation[] = [...declared, ...declared.map(reversed)]

/** By parent and child: a text of both names would be made for each row. */
const byParent = new Map(
  [...Map.groupBy(relations, ({ parent }) => parent)].map(([parent, own]) => [
    parent,
    new Map(own.map((relation) => [relation.child, relation])),
  ]),
)

/** The relation between `parent` and `child`; `undefined` where platform.md shows none. */
export function relationOf(parent: ResourceName, child: ResourceName): Relation | undefined {
  return byParent.get(parent)?.get(child)
}
