import type { Capabilities } from '../resources/capabilities.ts'
import { plannedRoots, resourceOf, resources, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import { childNames } from '../records/child-names.ts'
import type { Desired, DesiredRecord } from '../records/desired.ts'
import { identityFields } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'

/** Fields that are read although they are not managed: they name a record for people, or decide whether customers see it. */
function alwaysRead(resource: ResourceName): readonly string[] {
  const { titleField, hiddenBy } = resourceOf(resource)
  return [titleField, hiddenBy].filter((name) => name !== undefined)
}

/** The fields that decide the price of a record with a grid or a simple price. */
const withGrid = ['price', 'advanced_pricing'] as const

interface Wanted {
  readonly resource: ResourceName
  readonly records: readonly DesiredRecord[]
  readonly parent?: ResourceName
  /** True where a record of the parent declares options and variants, so that a removed variant can have option values. */
  readonly optioned?: boolean
}

function linkTo({ resource, parent }: Wanted): readonly string[] {
  const relation = parent && relationOf(parent, resource)
  return relation ? [relation.childField] : []
}

/**
 * The child resources that at least one record declares, in the order of the registry. Where variants can be removed, their price
 * entries and option values are always read, because they are removed with the variant.
 */
function childrenToRead({ resource, records, optioned }: Wanted, capabilities: Capabilities): ResourceName[] {
  const found = new Set(records.flatMap((record) => childNames(record.children)))
  if (resource === 'Variants' && capabilities.deletes === 'generic') {
    found.add('PricingAdvanced')
    if (optioned) found.add('VariantOptions')
  }
  return resources.map((resource) => resource.name).filter((name) => found.has(name))
}

/** The fields in the order of the declaration; undeclared ones (`meta_title`) follow, sorted by name. */
function inOrder(resource: ResourceName, fields: ReadonlySet<string>): string[] {
  const declared = Object.keys(resourceOf(resource).fields)
  const others = [...fields].filter((field) => !declared.includes(field)).toSorted()
  return [...declared.filter((field) => fields.has(field)), ...others]
}

/** True where a record has a simple price, which has no effect while its grid is on (semantics.md 3). */
function hasSimplePrice({ resource, records }: Wanted): boolean {
  return 'advanced_pricing' in resourceOf(resource).fields && records.some(({ fields }) => fields['price'] !== undefined)
}

function scopeOfRecords(wanted: Wanted, capabilities: Capabilities): Scope {
  const { resource, records } = wanted
  const { key, fields: declared } = resourceOf(resource)
  const children = childrenToRead(wanted, capabilities)
  const optioned = records.some(({ children: { Options, Variants } }) => Options && Variants)
  const fields = new Set<string>([
    ...(key === null ? [] : [key]),
    ...identityFields(resource, capabilities),
    ...linkTo(wanted),
    ...alwaysRead(resource),
    ...(children.includes('PricingAdvanced') || hasSimplePrice(wanted) ? withGrid : []),
    ...(resource === 'PricingAdvanced' ? Object.keys(declared) : []),
    ...records.flatMap((record) => Object.keys(record.fields)),
  ])
  return {
    resource,
    fields: inOrder(resource, fields),
    children: children.map((name) => {
      const below = records.flatMap((record) => record.children[name] ?? [])
      return scopeOfRecords({ resource: name, records: below, parent: resource, optioned }, capabilities)
    }),
  }
}

/**
 * What to read from the store for a catalogue: one scope per managed root resource, limited to the managed fields and those that
 * identify a row. Only child resources that at least one record declares are read.
 */
export function scopeOf(desired: Desired, capabilities: Capabilities): readonly Scope[] {
  return plannedRoots.flatMap((resource) => {
    const records = desired.roots[resource] ?? []
    return records.length === 0 ? [] : [scopeOfRecords({ resource, records }, capabilities)]
  })
}
