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
  for (const name of childNames(desired.children)) {
    const wanted = desired.children[name] ?? []
    const actual = live.children[name]
    if (wanted.length !== actual?.length) return false
    if (wanted.length === 0) continue
    const isEqual =
      name === 'PricingAdvanced' ? areSameCells(wanted, actual) : areSameRows({ name, wanted, actual, desired, live }, capabilities)
    if (!isEqual) return false
  }
  return true
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
function areSameRows({ name, wanted, actual, desired, live }: Collection, capabilities: Capabilities): boolean {
  const link = linkOf(name, desired, live)
  if (link === null) return false
  const names = identityFields(name, capabilities)
  const isSameRow = (row: RecordTree, own: RecordTree | undefined): boolean =>
    own !== undefined && isBelow(own, link) && hasSameFields(row, own) && hasSameRows(row, own, capabilities)
  const [onlyWanted, onlyActual] = [wanted[0], actual[0]]
  // A fast path: most collections are one row.
  if (onlyWanted && onlyActual && actual.length === 1)
    return identityOf(onlyWanted, names, link) === identityOf(onlyActual, names, link) && isSameRow(onlyWanted, onlyActual)
  const ids = actual.map((row) => identityOf(row, names, link))
  if (hasRepeated(ids)) return false
  // Most rows are in the order of the catalogue.
  if (wanted.every((row, index) => identityOf(row, names, link) === ids[index]))
    return wanted.every((row, index) => isSameRow(row, actual[index]))
  const left = new Map(actual.map((row, index) => [ids[index], row]))
  return wanted.every((row) => {
    const id = identityOf(row, names, link)
    const own = left.get(id)
    left.delete(id)
    return isSameRow(row, own)
  })
}

const fewRows = 16

function hasRepeated(ids: readonly string[]): boolean {
  if (ids.length > fewRows) return new Set(ids).size < ids.length
  return ids.some((id, index) => ids.indexOf(id) !== index)
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

/** A text that is equal for rows with the same identity. */
function identityOf({ resource, fields }: RecordTree, names: readonly string[], link: Link): string {
  let id = ''
  for (const name of names) {
    const own = fields[name] ?? ''
    id += `${storedValue(fieldOf(resource, name), own === '' && name === link.field ? link.value : own)}\0`
  }
  return id
}
