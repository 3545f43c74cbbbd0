import { identityFields } from '../records/identity-fields.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { fieldOf } from './field-changes.ts'

/** The text by which desired and live rows are paired: the identity fields in canonical form. */
export function identityOf(row: RecordTree, capabilities: Capabilities): string {
  return JSON.stringify(
    identityFields(row.resource, capabilities).map((name) => canonicalValue(fieldOf(row.resource, name), row.fields[name] ?? '')),
  )
}

/** The fields that identify a row in a write or a delete: its primary key where it has one, and its identity fields. */
export function keyOf(resource: ResourceName, fields: Fields, capabilities: Capabilities): Fields {
  const { key } = resourceOf(resource)
  const names = new Set([...(key === null ? [] : [key]), ...identityFields(resource, capabilities)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = fields[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
}

/** The row with the field that links it to its parent, which an answer of the store may leave out. */
export function linked<R extends RecordTree>(row: R, parent: RecordTree): R {
  const relation = relationOf(parent.resource, row.resource)
  const value = relation && parent.fields[relation.parentField]
  if (!relation || value === undefined || (row.fields[relation.childField] ?? '') !== '') return row
  return { ...row, fields: { ...row.fields, [relation.childField]: value } }
}
