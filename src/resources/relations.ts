import type { ResourceName } from './registry.ts'

/**
 * Which rows belong together: `mine` of the parent equals `theirs` of the child; through a link table,
 * `mine` of the parent equals `through.mine` of the link, and its `through.theirs` equals `theirs` of the child.
 */
export interface Relation {
  readonly parent: ResourceName
  readonly child: ResourceName
  readonly mine: string
  readonly theirs: string
  /** The link table between the two, where the rows share no field. */
  readonly through?: { readonly resource: ResourceName; readonly mine: string; readonly theirs: string }
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
  ...ofOrder.map((child) => ({ parent: 'Order' as const, child, mine: 'order_number', theirs: 'order_number' })),
  {
    parent: 'Order',
    child: 'ShipmentLines',
    mine: 'order_number',
    theirs: 'shipment_code',
    through: { resource: 'Shipments', mine: 'order_number', theirs: 'code' },
  },
  { parent: 'Orderlines', child: 'OrderlineDiscounts', mine: 'code', theirs: 'orderline_code' },
  { parent: 'Orderlines', child: 'ShipmentLines', mine: 'code', theirs: 'orderline_code' },
  { parent: 'Product', child: 'Orderlines', mine: 'sku', theirs: 'sku' },
  { parent: 'Shipments', child: 'ShipmentLines', mine: 'code', theirs: 'shipment_code' },
  ...ofProduct.map((child) => ({ parent: 'Product' as const, child, mine: 'sku', theirs: 'sku' })),
  { parent: 'Product', child: 'Cat', mine: 'sku', theirs: 'code', through: { resource: 'ProdCat', mine: 'sku', theirs: 'cat_code' } },
  { parent: 'Variants', child: 'PricingAdvanced', mine: 'code', theirs: 'sku' },
  { parent: 'Variants', child: 'Inventory', mine: 'code', theirs: 'sku' },
  { parent: 'Variants', child: 'VariantOptions', mine: 'code', theirs: 'variant_code' },
  { parent: 'Cat', child: 'CatParent', mine: 'code', theirs: 'cat_code' },
  { parent: 'Cat', child: 'ProdCat', mine: 'code', theirs: 'cat_code' },
  { parent: 'Customer', child: 'UserCustomerGroups', mine: 'username', theirs: 'username' },
  { parent: 'Customer', child: 'Order', mine: 'username', theirs: 'username' },
  { parent: 'UserGroups', child: 'UserCustomerGroups', mine: 'code', theirs: 'group_code' },
  { parent: 'UserGroups', child: 'PricingAdvanced', mine: 'code', theirs: 'group_code' },
  { parent: 'UserGroups', child: 'ProdAccessGroup', mine: 'code', theirs: 'group_code' },
]

function reversed({ parent, child, mine, theirs, through }: Relation): Relation {
  const turned = { parent: child, child: parent, mine: theirs, theirs: mine }
  return through ? { ...turned, through: { resource: through.resource, mine: through.theirs, theirs: through.mine } } : turned
}

/** Every relation in both directions. */
export const relations: readonly Relation[] = [...declared, ...declared.map(reversed)]

const byPair = new Map(relations.map((relation) => [`${relation.parent}>${relation.child}`, relation]))

/** How `child` hangs on `parent`, or `undefined` where platform.md shows no such relation. */
export function relationOf(parent: ResourceName, child: ResourceName): Relation | undefined {
  return byPair.get(`${parent}>${child}`)
}
