import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf, type ResourceName, resources } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import { storedValue } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'

const keyNamesOf: ReadonlyMap<ResourceName, readonly string[]> = new Map(
  resources.map(({ name, key, natural }) => [name, key === null ? natural : [...new Set([key, ...natural])]]),
)

/** The primary key of a resource and the fields of its natural key: what a read must have to identify a row. */
export function keyNames(resource: ResourceName): readonly string[] {
  return keyNamesOf.get(resource) ?? []
}

/** The fields that identify a row in one store: its natural key; for attributes, as declared in the capabilities of the store (W13). */
export function identityFields(resource: ResourceName, capabilities: Capabilities): readonly string[] {
  const { natural, upsertBy } = resourceOf(resource)
  return upsertBy === 'attributes' && capabilities.attributes === 'label+value' ? [...natural, 'value'] : natural
}

/**
 * The text by which desired, sent and live rows are matched: the identity fields in canonical form, with the default of the
 * store where one is absent or empty (a price entry without `start` starts at 0).
 */
export function rowIdentity(row: Pick<RecordTree, 'resource' | 'fields'>, capabilities: Capabilities): string {
  return JSON.stringify(
    identityFields(row.resource, capabilities).map((name) => storedValue(fieldOf(row.resource, name), row.fields[name])),
  )
}

/** The fields by which a read recognises a row that it has seen: its primary key, or its natural key where it has none. */
export function readNames(resource: ResourceName): readonly string[] {
  const { key, natural } = resourceOf(resource)
  return key === null ? natural : [key]
}

/** A text that is equal where the same row is read twice: the values as the store returns them. */
export function readIdentity({ resource, fields }: RecordTree): string {
  return JSON.stringify(readNames(resource).map((name) => fields[name] ?? ''))
}

/** A text that is equal for rows with the same values in all fields that were read. */
export function rowContent({ fields }: Pick<RecordTree, 'fields'>): string {
  return JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => byCode(a, b)))
}

/** The names of the fields that identify a row in a write or a delete: its primary key where it has one, and its identity fields. */
export function identifyingNames(resource: ResourceName, capabilities: Capabilities): readonly string[] {
  const names = identityFields(resource, capabilities)
  const usual = keyNames(resource)
  return names.every((name) => usual.includes(name)) ? usual : [...usual, ...names.filter((name) => !usual.includes(name))]
}

/** The fields that identify a row (`identifyingNames`), without those that have no value. */
export function identifyingFields(resource: ResourceName, fields: Fields, capabilities: Capabilities): Fields {
  const found: Record<string, string> = {}
  for (const name of identifyingNames(resource, capabilities)) {
    const value = fields[name]
    if (value !== undefined && value !== '') found[name] = value
  }
  // A copy has no room for more: each row of a plan has one.
  return { ...found }
}

/** The row with the field that links it to its parent, which a catalogue, a body and an answer of the store may leave out. */
export function linked<R extends RecordTree>(row: R, parent: RecordTree): R {
  const relation = relationOf(parent.resource, row.resource)
  const value = relation && parent.fields[relation.parentField]
  if (!relation || value === undefined || (row.fields[relation.childField] ?? '') !== '') return row
  return { ...row, fields: { ...row.fields, [relation.childField]: value } }
}
