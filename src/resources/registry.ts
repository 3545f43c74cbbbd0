import { apiAccess } from './api-access.ts'
import { catParent } from './cat-parent.ts'
import { cat } from './cat.ts'
import { customer } from './customer.ts'
import { extraImages } from './extra-images.ts'
import { inventory } from './inventory.ts'
import { merchandising } from './merchandising.ts'
import { options } from './options.ts'
import { order } from './order.ts'
import { orderlineDiscounts } from './orderline-discounts.ts'
import { orderlineTax } from './orderline-tax.ts'
import { orderlines } from './orderlines.ts'
import { pricingAdvanced } from './pricing-advanced.ts'
import { prodAccessGroup } from './prod-access-group.ts'
import { prodCat } from './prod-cat.ts'
import { productAttributes } from './product-attributes.ts'
import { product } from './product.ts'
import type { Resource } from './resource.ts'
import { shipmentLines } from './shipment-lines.ts'
import { shipments } from './shipments.ts'
import { shipping } from './shipping.ts'
import { userCustomerGroups } from './user-customer-groups.ts'
import { userGroups } from './user-groups.ts'
import { variantOptions } from './variant-options.ts'
import { variants } from './variants.ts'
import { webhooks } from './webhooks.ts'

const declared = [
  order,
  orderlines,
  orderlineDiscounts,
  orderlineTax,
  shipments,
  shipmentLines,
  product,
  extraImages,
  inventory,
  merchandising,
  pricingAdvanced,
  prodAccessGroup,
  productAttributes,
  options,
  variantOptions,
  variants,
  cat,
  catParent,
  prodCat,
  customer,
  userCustomerGroups,
  userGroups,
  webhooks,
  shipping,
  apiAccess,
] as const

/** The documented name of a resource. */
export type ResourceName = (typeof declared)[number]['name']

/** Every resource of the platform, in the order of docs/api.md. */
export const resources: readonly (Resource & { readonly name: ResourceName })[] = declared

const byAnyName = new Map<string, Resource & { readonly name: ResourceName }>()
for (const resource of resources) {
  for (const name of [resource.name, resource.node, ...resource.aliases]) byAnyName.set(name, resource)
}

/** The resource with this name, alias or node name (case-sensitive), or `undefined`. */
export function findResource(name: string): (Resource & { readonly name: ResourceName }) | undefined {
  return byAnyName.get(name)
}

/** The resource with this documented name. */
export function resourceOf(name: ResourceName): Resource & { readonly name: ResourceName } {
  const found = byAnyName.get(name)
  if (!found) throw new Error(`no resource ${name}`)
  return found
}
