import { addressOf } from '../records/address.ts'
import { orderedFields } from '../records/field-order.ts'
import { identifyingFields } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf } from '../resources/registry.ts'
import { storedValue } from '../resources/scalar.ts'
import type { FieldChange, RecordChange } from './change.ts'
import { writtenFields } from './match-left-overs.ts'

/**
 * The creation of a row as an overwriting of the one that is left over: it keeps the key of the store, and fields that the catalogue
 * does not declare are cleared, unless other programs write them too.
 */
export function takenOver(change: RecordChange, row: RecordTree): RecordChange {
  const { key: primary, external } = resourceOf(change.resource)
  const code = primary === null ? '' : (row.fields[primary] ?? '')
  const fields = change.fields.map((field) => ({ ...field, before: row.fields[field.field] ?? field.before }))
  const given = writtenFields(change)
  const others = external ? [] : cleared(row).filter(({ field }) => !Object.hasOwn(given, field))
  const key = primary === null || code === '' ? change.key : { [primary]: code, ...change.key, [primary]: code }
  return { ...change, key, fields: [...fields, ...others], leftOver: true }
}

/** The creation of a row as an overwriting of the one that another product gives up: fields that the catalogue does not declare are cleared. */
export function takenFromGiver(change: RecordChange, row: RecordTree): RecordChange {
  const given = writtenFields(change)
  const others = cleared(row).filter(({ field }) => !Object.hasOwn(given, field))
  const set = Object.entries(orderedFields(row.resource, row.fields)).filter(([, value]) => value !== '')
  return { ...change, fields: [...change.fields, ...others], takenRow: Object.fromEntries(set) }
}

/** A left-over row that the catalogue does not have and no request can delete, with all its values cleared. */
export function clearedRow(row: RecordTree, holder: RecordChange, capabilities: Capabilities): RecordChange {
  const key = identifyingFields(row.resource, row.fields, capabilities)
  return { ...frameOf(row, holder), action: 'update', key, fields: cleared(row).filter(({ field }) => !Object.hasOwn(key, field)) }
}

/** A left-over row that is deleted before the record is created. */
export function removedRow(row: RecordTree, holder: RecordChange, capabilities: Capabilities): RecordChange {
  const stored = Object.entries(orderedFields(row.resource, row.fields)).filter(([, value]) => value !== '')
  const fields = stored.map(([field, before]) => ({ field, before, after: null, base: null }))
  return { ...frameOf(row, holder), action: 'remove', key: identifyingFields(row.resource, row.fields, capabilities), fields }
}

/** True for a row that a removed record has left and the created one must not have: it is deleted (`removedRow`) or cleared (`clearedRow`). */
export function isUnwantedLeftOver({ action, leftOver }: RecordChange): boolean {
  return leftOver === true && (action === 'remove' || action === 'update')
}

function frameOf(
  { resource, fields }: RecordTree,
  { root, source }: RecordChange,
): Pick<RecordChange, 'kind' | 'address' | 'resource' | 'root' | 'origin' | 'source'> & {
  readonly kind: 'record'
  readonly leftOver: true
} {
  return { kind: 'record', address: addressOf(resource, fields), resource, root, origin: 'adopt', source, leftOver: true }
}

/** Every field with a value of its own, set to what a new row has. */
function cleared({ resource, fields }: RecordTree): FieldChange[] {
  return Object.entries(orderedFields(resource, fields)).flatMap(([name, before]) => {
    const field = fieldOf(resource, name)
    const after = field.kind === 'flag' ? 'false' : ''
    const isEmpty = storedValue(field, before) === storedValue(field, after)
    return isEmpty || field.owner === 'store' ? [] : [{ field: name, before, after, base: null }]
  })
}
