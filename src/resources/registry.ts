import { apiAccess } from './api-access.ts'
import { catParent } from './cat-parent.ts'
import { cat } from './cat.ts'
import { customer } from './customer.ts'
import { extraImages } from './extra-images.ts'
import type { Field } from './field.ts'
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
import { type Resource, writeStages } from './resource.ts'
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

const undeclared: Field = { kind: 'text', doc: 'A field that platform.md does not document (meta_*, extra fields of a store).' }

/** The declaration of a field; a name that docs/api.md does not have (`meta_title`) is plain text. */
export function fieldOf(resource: ResourceName, name: string): Field {
  return resourceOf(resource).fields[name] ?? undeclared
}

/** The root resources whose records have a key of the catalogue, in the order in which plans write them. */
export const plannedRoots = ['UserGroups', 'Cat', 'Product'] as const satisfies readonly ResourceName[]

/** The root resources; records of other resources have a parent record. */
export const rootNames = [...plannedRoots, 'Webhooks'] as const satisfies readonly ResourceName[]

/** True for a resource whose records have no parent record. */
export function isRootName(name: ResourceName): name is (typeof rootNames)[number] {
  return rootNames.some((root) => root === name)
}

const stageRank = new Map<string | undefined, number>(writeStages.map((stage, index) => [stage, index]))

/** The resources that the catalogue can declare, in the order in which plans write them; those that no plan writes are last. */
export const writeOrder: readonly ResourceName[] = resources
  .filter(({ authored }) => authored !== undefined)
  .toSorted((a, b) => (stageRank.get(a.stage) ?? writeStages.length) - (stageRank.get(b.stage) ?? writeStages.length))
  .map(({ name }) => name)

/** The resources whose rows belong to a record of `parent` in the catalogue, in the order of docs/api.md. */
export function childResources(parent: ResourceName): readonly ResourceName[] {
  return childrenOf.get(parent) ?? []
}

/** Calculated once: loops over all records of a store ask for them. */
const childrenOf = new Map(
  resources.map(({ name: parent }) => [
    parent,
    resources.flatMap(({ name, authored, skuField, fields }): ResourceName[] => {
      if (authored === undefined || 'section' in authored) return []
      const isAbout = skuField !== undefined && fields[skuField]?.refersTo?.some((each) => each === parent) === true
      return authored.within === parent || isAbout ? [name] : []
    }),
  ]),
)
