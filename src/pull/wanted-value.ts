import { bare } from './collapse/collapse-fields.ts'
import type { DocumentMap, DocumentValue } from '../yaml/document-value.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { withEmptyEach } from './empty-each.ts'
import { retainKeys } from './retain-keys.ts'
import { isObject } from '../source/is-object.ts'

/** A key of an entry, and the desired and live record of the entry. */
export interface WantedKey {
  readonly field: string
  /** The current plain value; `undefined` where the entry does not have the key. */
  readonly old: unknown
  readonly desired: DesiredRecord
  readonly live: RecordTree
}

/** Keys with a map of fields: fields that are not in the map are not managed. */
const nested: Readonly<Record<string, ResourceName>> = { inventory: 'Inventory', merchandising: 'Merchandising' }

/**
 * The value of a key of an entry that matches the store (`collapsed`: the live record as an entry). Where the store has no value, it is an
 * empty value, so that the key still manages the field; `undefined`: the key is removed.
 */
export function wantedValue(collapsed: DocumentMap, wanted: WantedKey): DocumentValue | undefined {
  const { field, old, desired, live } = wanted
  const value = givenBy(collapsed, wanted)
  const below = nested[field]
  if (value === undefined && isDerived(field, live)) return undefined
  if (old === undefined) return value ?? (isDefaulted(desired, field) ? emptyValue(desired.resource, field) : undefined)
  if (below) return nestedValue(below, value, wanted)
  if (value !== undefined) return retainKeys(field, old, value)
  // A price without pricing means that there is no grid.
  return field === 'pricing' ? undefined : emptyLike(old, emptyField(live.resource, field))
}

function givenBy(collapsed: DocumentMap, { field, desired, live }: WantedKey): DocumentValue | undefined {
  const value = collapsed.get(field)
  return field === 'variants' && value instanceof Map ? withEmptyEach(value, desired, live) : value
}

/** True where the store has a price that is derived from the grid, so that no document has it. */
function isDerived(field: string, { fields }: RecordTree): boolean {
  return field === 'price' && (fields['price'] ?? '') !== ''
}

/** A map of fields with its current keys; `undefined` where the store has no row. */
function nestedValue(below: ResourceName, value: DocumentValue | undefined, { old, live }: WantedKey): DocumentValue | undefined {
  if ((live.children[below] ?? []).length === 0) return undefined
  const given = value instanceof Map ? value : new Map<string, DocumentValue>()
  const names = new Set([...(isObject(old) ? Object.keys(old) : []), ...given.keys()])
  return new Map(
    [...names].flatMap((name) => {
      const field = given.get(name) ?? emptyField(below, name)
      return field === undefined ? [] : [[name, field] as const]
    }),
  )
}

/** An empty value of the kind of the old value; `scalar` for a text. */
function emptyLike(old: unknown, scalar: DocumentValue | undefined): DocumentValue | undefined {
  if (Array.isArray(old)) return []
  return isObject(old) && !('file' in old) ? new Map() : scalar
}

const collections: Readonly<Record<string, ResourceName>> = {
  parents: 'CatParent',
  categories: 'ProdCat',
  access: 'ProdAccessGroup',
  extra_images: 'ExtraImages',
  attributes: 'ProductAttributes',
  options: 'Options',
  variants: 'Variants',
  pricing: 'PricingAdvanced',
}

/** True where `defaults` give a value to a key that the entry does not have. */
function isDefaulted({ fields, children }: DesiredRecord, field: string): boolean {
  const collection = collections[field]
  if (collection) return (children[collection] ?? []).length > 0
  return (fields[field === 'parent' ? 'parent_code' : field] ?? '') !== ''
}

const emptyLists: ReadonlySet<string> = new Set(['parents', 'categories', 'access', 'extra_images'])

/** The empty value for a new key: it overrides `defaults`. */
function emptyValue(resource: ResourceName, field: string): DocumentValue | undefined {
  if (emptyLists.has(field)) return []
  return field in collections ? new Map() : emptyField(resource, field)
}

/** The empty value of a field: `""`, false for a flag; `undefined` for a choice that cannot be empty, so that the key is removed. */
function emptyField(resource: ResourceName, name: string): DocumentValue | undefined {
  const field = resourceOf(resource).fields[name === 'parent' ? 'parent_code' : name]
  if (field?.kind === 'flag') return bare('false')
  return field?.kind === 'choice' && !field.values.includes('') ? undefined : ''
}
