import type { Capabilities } from '../resources/capabilities.ts'
import { plannedRoots, resourceOf, resources, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import { type BaseRecords, emptyBase } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { fieldOrder } from '../records/field-order.ts'
import type { Records } from '../records/record-source.ts'
import { identityFields } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'

/**
 * Fields that are read although they are not managed: they name a record for people, or decide whether customers see it, or what a choice adds to the
 * price that they pay.
 */
function alwaysRead(resource: ResourceName): readonly string[] {
  const { titleField, hiddenBy, fields } = resourceOf(resource)
  const choices = Object.entries(fields).flatMap(([name, field]) => (field.kind === 'text' && field.pairs ? [name] : []))
  return [titleField, hiddenBy, ...choices].filter((name) => name !== undefined)
}

/** The fields that decide the price of a record with a grid or a simple price. */
const withGrid = ['price', 'advanced_pricing'] as const

/** What some records of one resource declare together. */
interface Declared {
  readonly fields: Set<string>
  readonly children: Map<ResourceName, Declared>
  /** True where a record declares options and variants, so that a removed variant can have option values. */
  hasOptions: boolean
}

interface Wanted {
  readonly resource: ResourceName
  readonly declared: Declared
  readonly parent?: ResourceName
  /** `hasOptions` of the parent. */
  readonly hasOptions?: boolean
}

function nothingDeclared(): Declared {
  return { fields: new Set(), children: new Map(), hasOptions: false }
}

/** Adds what a record and its children declare. */
function declare(declared: Declared, { resource, fields, children, onCreate }: DesiredRecord, capabilities: Capabilities): void {
  for (const field of Object.keys(fields)) declared.fields.add(field)
  if (onCreate) declareUnconfirmed(declared, { resource, onCreate }, capabilities)
  if (children.Options && children.Variants) declared.hasOptions = true
  for (const name of childNames(children)) {
    const below = childrenOf(declared, name)
    for (const row of children[name] ?? []) declare(below, row, capabilities)
  }
}

/** What shows whether the creation of a record was completed. */
function declareUnconfirmed(
  declared: Declared,
  { resource, onCreate }: Pick<DesiredRecord, 'resource'> & { readonly onCreate: NonNullable<DesiredRecord['onCreate']> },
  { batches }: Capabilities,
): void {
  const { external, fields } = resourceOf(resource)
  // A row that the store may have made by itself is only known by all its values.
  if (external) for (const field of Object.keys(fields)) declared.fields.add(field)
  // A part of the body that created a record can be missing.
  if (batches !== 'atomic') for (const name of childNames(onCreate.children)) childrenOf(declared, name)
}

/** What is declared of the children of one resource; from now on they are read. */
function childrenOf(declared: Declared, name: ResourceName): Declared {
  const below = declared.children.get(name) ?? nothingDeclared()
  declared.children.set(name, below)
  return below
}

function linkTo({ resource, parent }: Wanted): readonly string[] {
  const relation = parent && relationOf(parent, resource)
  return relation ? [relation.childField] : []
}

/**
 * The child resources that at least one record declares, in the order of the registry. Where variants can be removed, their price
 * entries and option values are always read, because they are removed with the variant. So are the price entries that a record turns on or
 * off: customers pay them before or after.
 */
function childrenToRead({ resource, declared, hasOptions }: Wanted, capabilities: Capabilities): ResourceName[] {
  const found = new Set(declared.children.keys())
  if (declared.fields.has('advanced_pricing')) found.add('PricingAdvanced')
  if (resource === 'Variants' && capabilities.deletes === 'generic') {
    found.add('PricingAdvanced')
    if (hasOptions) found.add('VariantOptions')
  }
  return resources.map((resource) => resource.name).filter((name) => found.has(name))
}

/** True where a record has a simple price, which has no effect while its grid is on (semantics.md 3). */
function hasSimplePrice({ resource, declared }: Wanted): boolean {
  return 'advanced_pricing' in resourceOf(resource).fields && declared.fields.has('price')
}

/** True for rows of which the store can have several that are equal: they are deleted together and inserted with all their values. */
function canBeRecreated(resource: ResourceName, { deletes }: Capabilities): boolean {
  return resourceOf(resource).identity === 'none' && deletes === 'generic'
}

function scopeOfDeclared(wanted: Wanted, capabilities: Capabilities): Scope {
  const { resource, declared } = wanted
  const { key, fields: known } = resourceOf(resource)
  const children = childrenToRead(wanted, capabilities)
  const { hasOptions } = declared
  const fields = new Set<string>([
    ...(key === null ? [] : [key]),
    ...identityFields(resource, capabilities),
    ...linkTo(wanted),
    ...alwaysRead(resource),
    ...(children.includes('PricingAdvanced') || hasSimplePrice(wanted) ? withGrid : []),
    ...(resource === 'PricingAdvanced' || canBeRecreated(resource, capabilities) ? Object.keys(known) : []),
    ...declared.fields,
  ])
  return {
    resource,
    fields: fieldOrder(resource, fields),
    children: children.map((name) => {
      const below = declared.children.get(name) ?? nothingDeclared()
      return scopeOfDeclared({ resource: name, declared: below, parent: resource, hasOptions }, capabilities)
    }),
  }
}

/** Where one root declares slugs, those of every root that is read: they share one space of addresses. */
function withSlugs(scopes: readonly Scope[]): readonly Scope[] {
  if (!scopes.some(({ resource, fields }) => fields.includes(resourceOf(resource).slugField ?? ''))) return scopes
  return scopes.map((scope) => {
    const slug = resourceOf(scope.resource).slugField
    return slug === undefined ? scope : { ...scope, fields: fieldOrder(scope.resource, new Set([...scope.fields, slug])) }
  })
}

/**
 * What to read from the store for a catalogue: one scope per managed root resource, limited to the managed fields and those that
 * identify a row. Only child resources that at least one record declares are read. Of a resource of which the catalogue has no record, the
 * root records are read where some were applied before.
 */
export function scopeOf(desired: DesiredSources, capabilities: Capabilities, base: BaseRecords = emptyBase): readonly Scope[] {
  const scopes = plannedRoots.flatMap((resource) => {
    const declared = nothingDeclared()
    let isEmpty = Iterator.from(base.keys(resource)).next().done === true
    for (const record of formsOf(desired.roots[resource] ?? [])) {
      isEmpty = false
      declare(declared, record, capabilities)
    }
    return isEmpty ? [] : [scopeOfDeclared({ resource, declared }, capabilities)]
  })
  return [...withSlugs(scopes), ...(readsWebhooks(desired, base) ? [webhookScope] : [])]
}

/** Records of the same form declare the same. */
function formsOf(records: Records<DesiredRecord>): Iterable<DesiredRecord> {
  return 'forms' in records && records.forms ? records.forms() : records
}

/** A catalogue without webhooks leaves those of the store unread, unless some are ours. */
function readsWebhooks({ roots }: DesiredSources, base: BaseRecords): boolean {
  return roots.Webhooks !== undefined || Iterator.from(base.keys('Webhooks')).next().done === false
}

const webhookScope: Scope = { resource: 'Webhooks', fields: ['id', 'name', 'url'], children: [] }
