import { hasDerivedCode } from '../records/derived-codes.ts'
import { type HeldKey, placeOfKey } from '../records/held-key.ts'
import { keyOf } from '../records/named-fields.ts'
import { openKeyTable } from '../records/key-table.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { isMovable, movableRows } from '../resources/movable-rows.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { isOwnChange, type RecordChange, type RootedChange, skuOfChange } from './change.ts'
import { refused } from './refusals.ts'

/**
 * The keys that a store has once and that root records hold which do not give them up: rows that the catalogue does not declare, rows that keep another key than the
 * catalogue would give them, and products that it does not have. Writing such a row for another product would move it, without its prices and stock.
 */
export interface HeldKeys {
  /** Adds a root record that the catalogue does not have, with its rows. */
  addOther(live: RecordTree): void
  /** Adds keys of records that are not among the live roots, or whose rows were not read. */
  addRead(keys: readonly HeldKey[]): void
  /**
   * Adds the rows of a root record that are in none of these collections, which the catalogue declares, and those in them that keep a key of their own in the
   * store. `desired`: what the catalogue has of it; default: the same rows.
   */
  addKnown(live: RecordTree, declared: Readonly<Record<string, unknown>>, desired?: RecordTree): void
  /** Adds the codes of the variants that some changes remove. A product that is created before them would get their prices and stock. */
  addRemoved(changes: readonly RootedChange[]): void
  /** The changes of a root record that the store does not have; it is refused where one of its keys is held. */
  ofNew(changes: readonly RootedChange[]): readonly RootedChange[]
  /** The changes of a root record that the store has; new rows whose key is held are refused with what belongs to them. */
  ofKnown(changes: readonly RootedChange[]): readonly RootedChange[]
}

/** True for a removal, and for one that the store has no way to make. */
export function isRemoval({ action, fields }: RecordChange): boolean {
  return action === 'remove' || (action === 'cannot' && fields.length > 0 && fields.every(({ after }) => after === null))
}

/** Who holds a key: a row of the root record with this key, or the record itself. */
interface Holder {
  readonly resource: ResourceName
  readonly root: string
}

/** Opens an empty collection. */
export function openHeldKeys(): HeldKeys {
  // A store can have many records that are not in the catalogue: an object for each of their rows would take twice the memory.
  const table = openKeyTable()
  const [holders, roots]: [ResourceName[], string[]] = [[], []]
  const removed = new Map<string, string>()
  const add = (resource: ResourceName, key: string, root: string): void => {
    if (key === '' || table.add(placeOfKey({ resource, key })) < roots.length) return
    holders.push(resource)
    roots.push(root)
  }
  const addRows = (live: RecordTree, name: ResourceName, rows = live.children[name] ?? []): void => {
    for (const row of rows) add(name, keyOf(row), keyOf(live))
  }
  const holderOf = (resource: ResourceName, key: string): Holder | undefined => {
    const number = table.find(placeOfKey({ resource, key }))
    const [holder, root] = [holders[number], roots[number]]
    if (holder !== undefined && root !== undefined) return { resource: holder, root }
    const from = resource === 'Product' ? removed.get(key) : undefined
    return from === undefined ? undefined : { resource: 'Variants', root: from }
  }
  const reasonFor = (change: RootedChange): string | undefined => {
    if (change.kind !== 'record' || change.action !== 'create' || !(isMovable(change.resource) || change.resource === 'Product'))
      return undefined
    const key = keyOf({ resource: change.resource, fields: change.key })
    const holder = holderOf(change.resource, key)
    return holder && heldReason(change.resource, key, holder)
  }
  const isEmpty = (): boolean => roots.length === 0 && removed.size === 0
  return {
    addOther(live) {
      for (const name of movableRows) addRows(live, name)
      if (live.resource === 'Product') add('Product', keyOf(live), keyOf(live))
    },
    addRead(keys) {
      for (const { resource, key, sku } of keys) add(resource, key, sku)
    },
    addKnown(live, declared, desired) {
      for (const name of movableRows) addRows(live, name, declared[name] === undefined ? undefined : keptRows(name, live, desired))
    },
    addRemoved(changes) {
      for (const change of changes) {
        if (change.kind !== 'record' || change.resource !== 'Variants' || !isRemoval(change)) continue
        removed.set(skuOfChange(change), change.root.key)
      }
    },
    ofNew(changes) {
      if (isEmpty()) return changes
      const reason = firstReason(changes, reasonFor)
      return reason === undefined ? changes : changes.filter(isOwnChange).map((change) => refused(change, reason))
    },
    ofKnown: (changes) => (isEmpty() ? changes : withoutHeldRows(changes, reasonFor)),
  }
}

/** The rows that are found by other fields than their key, and keep one in the store that the catalogue would not choose for them. */
function keptRows(name: ResourceName, live: RecordTree, desired: RecordTree | undefined): readonly RecordTree[] {
  const { natural, key } = resourceOf(name)
  if (natural.includes(key ?? '')) return noRows
  return (live.children[name] ?? noRows).filter((row) => !hasDerivedCode(row, keyOf(live)) && isWanted(row, desired))
}

const noRows: readonly RecordTree[] = []

/** True for a row of the store that the catalogue has too; without a record of the catalogue it has all of them. */
function isWanted(row: RecordTree, desired: RecordTree | undefined): boolean {
  if (!desired) return true
  const { natural, skuField } = resourceOf(row.resource)
  const names = natural.filter((name) => name !== skuField)
  return (desired.children[row.resource] ?? []).some(({ fields }) =>
    names.every((name) => fields[name]?.trim() === row.fields[name]?.trim()),
  )
}

type ReasonFor = (change: RootedChange) => string | undefined

function firstReason(changes: readonly RootedChange[], reasonFor: ReasonFor): string | undefined {
  for (const change of changes) {
    const reason = reasonFor(change)
    if (reason !== undefined) return reason
  }
  return undefined
}

function withoutHeldRows(changes: readonly RootedChange[], reasonFor: ReasonFor): readonly RootedChange[] {
  const variants = new Set<string>()
  const checked = changes.map((change) => {
    const reason = reasonFor(change)
    if (reason === undefined || change.kind !== 'record') return change
    if (change.resource === 'Variants') variants.add(skuOfChange(change))
    return refused(change, reason)
  })
  if (variants.size === 0) return checked
  return checked.filter((change) => isVariant(change) || isOwnChange(change) || !variants.has(skuOfChange(change)))
}

function isVariant(change: RootedChange): boolean {
  return change.kind === 'record' && change.resource === 'Variants'
}

function heldReason(resource: ResourceName, key: string, holder: Holder): string {
  const here = resourceOf(resource).noun.one
  const there = resourceOf(holder.resource).noun.one
  if (resource === holder.resource) {
    return `The store has ${there} ${key} at ${holder.root}, and the platform cannot move a row. Give it another code here, keep it at ${holder.root}, or remove it there first.`
  }
  const at = holder.resource === 'Product' ? '' : ` at ${holder.root}`
  return `The store has ${there} ${key}${at}: a ${here} with the same code would get its prices and stock. Choose another code, or remove that ${there} first.`
}
