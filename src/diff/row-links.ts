import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import { sameValue, storedValue } from '../resources/scalar.ts'

/** The field that links a row to its parent, with its value; the name is empty where rows of this resource have none. */
export interface Link {
  readonly field: string
  readonly value: string
}

/** Rows that do not refer to their parent. */
export const noLink: Link = { field: '', value: '' }

/** `null`: the parents have other values in it. */
export function linkOf(name: ResourceName, desired: RecordTree, live: RecordTree): Link | null {
  const relation = relationOf(desired.resource, name)
  if (!relation) return noLink
  const value = desired.fields[relation.parentField]
  return value === undefined || value !== live.fields[relation.parentField] ? null : { field: relation.childField, value }
}

/** True for a row that names its parent, or leaves it out. */
export function isBelow({ fields }: RecordTree, { field, value }: Link): boolean {
  const own = fields[field] ?? ''
  return own === '' || own === value
}

/** What identifies a row of a collection. */
export interface Identity {
  readonly names: readonly string[]
  readonly link: Link
}

/** A text that is equal for rows with the same identity. */
export function identityOf(row: RecordTree, identity: Identity): string {
  let id = ''
  for (const name of identity.names) id += `${storedValue(fieldOf(row.resource, name), identityValue(row, name, identity.link))}\0`
  return id
}

/** True where `identityOf` is equal, mostly without making it. */
export function haveSameIdentity(one: RecordTree | undefined, other: RecordTree | undefined, identity: Identity): boolean {
  if (!one || !other) return false
  for (const name of identity.names) {
    const value = identityValue(one, name, identity.link)
    const against = identityValue(other, name, identity.link)
    if (value !== against && !sameValue(fieldOf(one.resource, name), value, against)) return false
  }
  return true
}

/** A row that leaves out its parent has that of its collection. */
export function identityValue({ fields }: RecordTree, name: string, link: Link): string {
  const own = fields[name] ?? ''
  return own === '' && name === link.field ? link.value : own
}

/** Of so few rows each is compared with each, which takes less time than a text of each. */
const fewRows = 4

/** True where two rows have the same identity. */
export function hasRepeated(rows: readonly RecordTree[], identity: Identity): boolean {
  if (rows.length > fewRows) return new Set(rows.map((row) => identityOf(row, identity))).size < rows.length
  for (let index = 1; index < rows.length; index += 1) {
    for (let before = 0; before < index; before += 1) if (haveSameIdentity(rows[before], rows[index], identity)) return true
  }
  return false
}
