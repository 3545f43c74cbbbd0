import { pricingAdvanced } from '../resources/pricing-advanced.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, type ResourceName } from '../resources/registry.ts'
import { sameValue } from '../resources/scalar.ts'
import { childNames } from '../records/child-names.ts'
import { identityFields } from '../records/row-identity.ts'
import { hasRepeated, haveSameIdentity, type Identity, identityOf, isBelow, linkOf } from './row-links.ts'

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

/** What a price entry is compared by. */
export const cellFields = ['group_code', 'currency_code', 'start', 'end', 'price'] as const

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
  if (hasRepeated(actual, identity)) return false
  const order = inSameOrder(collection, identity) ? actual : paired(collection, identity)
  for (let index = 0; index < wanted.length; index += 1) {
    const row = wanted[index]
    const own = order[index]
    if (!row || !own || !isBelow(own, link) || !hasSameFields(row, own) || !hasSameRows(row, own, capabilities)) return false
  }
  return true
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
