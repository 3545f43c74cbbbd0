import { pricingAdvanced } from '../resources/pricing-advanced.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import { sameValue, storedValue } from '../resources/scalar.ts'
import { childNames } from '../records/child-names.ts'
import { identityFields } from '../records/row-identity.ts'

/**
 * True only where `diffRoot` finds no change, at a fraction of its time. It is false for some records without a change too: those with
 * price entries in another order, and those with equal rows. `desired` may be without its places and what is written on create.
 */
export function isSame(desired: RecordTree, live: RecordTree, capabilities: Capabilities): boolean {
  return hasSameFields(desired, live) && hasSameRows(desired, live, capabilities)
}

function hasSameFields({ resource, fields }: RecordTree, live: RecordTree): boolean {
  for (const name in fields) {
    const wanted = fields[name]
    const actual = live.fields[name]
    if (wanted === actual) continue
    const field = fieldOf(resource, name)
    if (field.owner !== 'store' && !sameValue(field, wanted, actual)) return false
  }
  return true
}

function hasSameRows(desired: RecordTree, live: RecordTree, capabilities: Capabilities): boolean {
  for (const name of childNames(desired.children)) if (!isSameCollection(name, { desired, live }, capabilities)) return false
  return true
}

/** As `isSame`, for the rows of one owned collection of two records, or their price entries. */
export function isSameCollection(
  name: ResourceName,
  { desired, live }: { readonly desired: RecordTree; readonly live: RecordTree },
  capabilities: Capabilities,
): boolean {
  const wanted = desired.children[name] ?? []
  const actual = live.children[name]
  if (wanted.length !== actual?.length) return false
  if (wanted.length === 0) return true
  return name === 'PricingAdvanced' ? areSameCells(wanted, actual) : areSameRows({ name, wanted, actual, desired, live }, capabilities)
}

const cellFields = ['group_code', 'currency_code', 'start', 'end', 'price'] as const

/** Price entries are compared by their quantities and prices alone. */
function areSameCells(wanted: readonly RecordTree[], actual: readonly RecordTree[]): boolean {
  return wanted.every((row, index) =>
    cellFields.every((name) => sameValue(pricingAdvanced.fields[name], row.fields[name], actual[index]?.fields[name])),
  )
}

interface Collection {
  readonly name: ResourceName
  readonly wanted: readonly RecordTree[]
  readonly actual: readonly RecordTree[]
  readonly desired: RecordTree
  readonly live: RecordTree
}

/** Rows have any order in the store. Two with the same identity could be paired in two ways: that is left to the differ. */
function areSameRows(collection: Collection, capabilities: Capabilities): boolean {
  const { name, wanted, actual, desired, live } = collection
  const link = linkOf(name, desired, live)
  if (link === null) return false
  const identity: Identity = { names: identityFields(name, capabilities), link }
  const ids = actual.length > fewRows ? actual.map((row) => identityOf(row, identity)) : null
  if (ids ? new Set(ids).size < ids.length : hasRepeated(actual, identity)) return false
  const order = inSameOrder(collection, identity) ? actual : paired(collection, identity)
  for (let index = 0; index < wanted.length; index += 1) {
    const row = wanted[index]
    const own = order[index]
    if (!row || !own || !isBelow(own, link) || !hasSameFields(row, own) || !hasSameRows(row, own, capabilities)) return false
  }
  return true
}

/** Of so few rows each is compared with each, which takes less time than a text of each. */
const fewRows = 4

function hasRepeated(rows: readonly RecordTree[], identity: Identity): boolean {
  for (let index = 1; index < rows.length; index += 1) {
    for (let before = 0; before < index; before += 1) if (haveSameIdentity(rows[before], rows[index], identity)) return true
  }
  return false
}

/** True for most rows: they are in the order of the catalogue. */
function inSameOrder({ wanted, actual }: Collection, identity: Identity): boolean {
  for (let index = 0; index < wanted.length; index += 1) if (!haveSameIdentity(wanted[index], actual[index], identity)) return false
  return true
}

/** The rows of the store in the order of the catalogue, each once; `undefined` where there is none. */
function paired({ wanted, actual }: Collection, identity: Identity): readonly (RecordTree | undefined)[] {
  const left = new Map(actual.map((row) => [identityOf(row, identity), row]))
  return wanted.map((row) => {
    const id = identityOf(row, identity)
    const own = left.get(id)
    left.delete(id)
    return own
  })
}

/** The field that links a row to its parent, with its value; the name is empty where rows of this resource have none. */
interface Link {
  readonly field: string
  readonly value: string
}

/** `null`: the parents have other values in it. */
function linkOf(name: ResourceName, desired: RecordTree, live: RecordTree): Link | null {
  const relation = relationOf(desired.resource, name)
  if (!relation) return { field: '', value: '' }
  const value = desired.fields[relation.parentField]
  return value === undefined || value !== live.fields[relation.parentField] ? null : { field: relation.childField, value }
}

/** True for a row that names its parent, or leaves it out. */
function isBelow({ fields }: RecordTree, { field, value }: Link): boolean {
  const own = fields[field] ?? ''
  return own === '' || own === value
}

/** What identifies a row of a collection. */
interface Identity {
  readonly names: readonly string[]
  readonly link: Link
}

/** A text that is equal for rows with the same identity. */
function identityOf(row: RecordTree, identity: Identity): string {
  let id = ''
  for (const name of identity.names) id += `${storedValue(fieldOf(row.resource, name), identityValue(row, name, identity))}\0`
  return id
}

/** True where `identityOf` is equal, mostly without making it. */
function haveSameIdentity(one: RecordTree | undefined, other: RecordTree | undefined, identity: Identity): boolean {
  if (!one || !other) return false
  for (const name of identity.names) {
    const value = identityValue(one, name, identity)
    const against = identityValue(other, name, identity)
    if (value !== against && !sameValue(fieldOf(one.resource, name), value, against)) return false
  }
  return true
}

/** A row that leaves out its parent has that of its collection. */
function identityValue({ fields }: RecordTree, name: string, { link }: Identity): string {
  const own = fields[name] ?? ''
  return own === '' && name === link.field ? link.value : own
}
