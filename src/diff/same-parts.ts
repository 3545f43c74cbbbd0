import { invariant } from '../errors.ts'
import { identityFields } from '../records/row-identity.ts'
import type { RecordParts } from '../records/record-parts.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { Field } from '../resources/field.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, findResource, type ResourceName } from '../resources/registry.ts'
import { relationOf, relations } from '../resources/relations.ts'
import { isOn, sameValue } from '../resources/scalar.ts'
import { hasRepeated, identityValue, isBelow, type Link, noLink } from './row-links.ts'
import { cellFields } from './same-record.ts'

/**
 * Compares a packed record of the catalogue with one of a store, without an object for any of its rows. Returns what it declares where `isSame` is true of
 * the two and `unpaidSkus` finds nothing; else `other`, of nearly all records that differ, or `unsure`: of many rows in another order, and of simple prices where
 * the price entries of the store are on.
 */
export type CompareParts = (parts: RecordParts, live: RecordTree) => DeclaredNames | 'other' | 'unsure'

/** What a record of the catalogue declares. */
export interface DeclaredNames {
  /** The names of its fields. */
  readonly fields: readonly string[]
  /** Has a member for each of its collections. */
  readonly children: Readonly<Record<string, unknown>>
}

/** Opens a comparison of records that have few lists of names. */
export function openPartsComparison(capabilities: Capabilities): CompareParts {
  const shapes = new Map<ResourceName, Map<readonly string[], Shape>>()
  let isUnsure = false

  function shapeOf(resource: ResourceName, names: readonly string[]): Shape {
    let known = shapes.get(resource)
    if (!known) {
      known = new Map()
      shapes.set(resource, known)
    }
    let shape = known.get(names)
    if (!shape) {
      shape = newShape(resource, names, capabilities)
      known.set(names, shape)
    }
    return shape
  }

  /** What the record declares; `null` where it is not the same. */
  function sameRecord(parts: RecordParts, shape: Shape, { live, link }: LinkedRecord): DeclaredNames | null {
    if (!hasSameFields(parts, shape, live) || !hasSameIdentity(shape, live, link)) return null
    const { collections, declared, hasCells } = shape.childrenOf(parts.names())
    if (shape.isPriced && !hasCells && isOn(live.fields['advanced_pricing'])) return unsure() || null
    for (const collection of collections) if (!areSameRows(parts, collection, live)) return null
    parts.end()
    return declared
  }

  function areSameRows(parts: RecordParts, collection: Collection, live: RecordTree): boolean {
    const { name, identity, areCells, isLinked, parentField, childField } = collection
    const count = parts.count()
    const rows = live.children[name]
    if (rows?.length !== count) return false
    if (count === 0) return true
    const link = areCells ? noLink : { field: childField, value: live.fields[parentField] ?? '' }
    if (!isLinked || (!areCells && hasRepeated(rows, { names: identity, link }))) return false
    const isNext = (row: RecordTree): boolean => {
      parts.begin()
      return isBelow(row, link) && sameRecord(parts, shapeOf(name, parts.names()), { live: row, link }) !== null
    }
    if (areCells) return rows.every(isNext)
    if (rows.length > mostInAnyOrder) return rows.every(isNext) || unsure()
    return areInAnyOrder(parts, rows, isNext)
  }

  function unsure(): false {
    isUnsure = true
    return false
  }

  return (parts, live) => {
    isUnsure = false
    parts.begin()
    const declared = sameRecord(parts, shapeOf(live.resource, parts.names()), { live, link: noLink })
    return declared ?? (isUnsure ? 'unsure' : 'other')
  }
}

/** A record of the store, and how it refers to the record above it. */
interface LinkedRecord {
  readonly live: RecordTree
  readonly link: Link
}

/** What is to be compared of the records of a resource with these names of fields. */
interface Shape {
  readonly fields: readonly ComparedField[]
  /** The fields that identify a row, or are compared of a price entry, and that these records do not have. */
  readonly absent: readonly Pick<ComparedField, 'name' | 'field'>[]
  /** True where a record without price entries declares its simple price and not that price entries are used. */
  readonly isPriced: boolean
  /** What is below a record with collections of these names. */
  childrenOf(names: readonly string[]): ShapeOfChildren
}

/** The collections of a record, and all that it declares. */
interface ShapeOfChildren {
  readonly collections: readonly Collection[]
  readonly hasCells: boolean
  readonly declared: DeclaredNames
}

interface ComparedField {
  readonly name: string
  readonly field: Field
  /** `text`: rows refer to it; `nothing`: it belongs to the store. */
  readonly by: 'text' | 'value' | 'nothing'
}

/** The rows of one resource below a record. */
interface Collection {
  readonly name: ResourceName
  /** The fields that identify a row. */
  readonly identity: readonly string[]
  /** True for price entries: they have an order, and are compared by `cellFields` alone. */
  readonly areCells: boolean
  /** How a row refers to the record; both empty where it does not. */
  readonly parentField: string
  readonly childField: string
  /** False where the record does not have what its rows refer to. */
  readonly isLinked: boolean
}

function newShape(resource: ResourceName, names: readonly string[], capabilities: Capabilities): Shape {
  const areCells = resource === 'PricingAdvanced'
  const identity: readonly string[] = areCells ? cellFields : identityFields(resource, capabilities)
  const referred = new Set(relations.flatMap(({ parent, parentField }) => (parent === resource ? [parentField] : [])))
  const by = (name: string, { owner }: Field): ComparedField['by'] => {
    if (referred.has(name)) return 'text'
    const isCompared = areCells ? identity.includes(name) : owner !== 'store' || identity.includes(name)
    return isCompared ? 'value' : 'nothing'
  }
  const named = (name: string): Pick<ComparedField, 'name' | 'field'> => ({ name, field: fieldOf(resource, name) })
  const known = new Map<readonly string[], ShapeOfChildren>()
  return {
    fields: names.map(named).map(({ name, field }) => ({ name, field, by: by(name, field) })),
    absent: identity.filter((name) => !names.includes(name)).map(named),
    isPriced: (resource === 'Product' || resource === 'Variants') && names.includes('price') && !names.includes('advanced_pricing'),
    childrenOf: (children) => {
      let found = known.get(children)
      if (!found) {
        const collections = children.map((name) => newCollection(name, { resource, names, capabilities }))
        const declared = { fields: names, children: Object.fromEntries(children.map((name) => [name, true])) }
        found = { collections, hasCells: collections.some(({ areCells: own }) => own), declared }
        known.set(children, found)
      }
      return found
    },
  }
}

interface Parent {
  readonly resource: ResourceName
  readonly names: readonly string[]
  readonly capabilities: Capabilities
}

function newCollection(child: string, { resource, names, capabilities }: Parent): Collection {
  const name = findResource(child)?.name
  invariant(name !== undefined, `${child} is a resource`)
  const relation = relationOf(resource, name)
  const { parentField = '', childField = '' } = relation ?? {}
  return {
    name,
    identity: identityFields(name, capabilities),
    areCells: name === 'PricingAdvanced',
    parentField,
    childField,
    isLinked: relation === undefined || names.includes(parentField),
  }
}

function hasSameFields(parts: RecordParts, { fields }: Shape, live: RecordTree): boolean {
  for (const { name, field, by } of fields) {
    const actual = live.fields[name]
    if (parts.isNext(actual)) continue
    if (by === 'text') return false
    const wanted = parts.value()
    if (by === 'value' && !sameValue(field, wanted, actual)) return false
  }
  return true
}

function hasSameIdentity({ absent }: Shape, live: RecordTree, link: Link): boolean {
  for (const { name, field } of absent) {
    const wanted = name === link.field ? link.value : ''
    if (!sameValue(field, wanted, identityValue(live, name, link))) return false
  }
  return true
}

/** Of more rows only those in the order of the catalogue are compared. */
const mostInAnyOrder = 30

/** True where the next parts are these rows. After a row, the one that is after it in the store is tried first. */
function areInAnyOrder(parts: RecordParts, rows: readonly RecordTree[], isNext: (row: RecordTree) => boolean): boolean {
  const { length } = rows
  // A bit for each row.
  let found = 0
  let next = 0
  for (let left = length; left > 0; left -= 1) {
    const start = parts.place()
    for (let tried = 0; !isNextAt(next); tried += 1) {
      if (tried === length) return false
      parts.goTo(start)
      next = (next + 1) % length
    }
    found |= 1 << next
    next = (next + 1) % length
  }
  return true

  function isNextAt(index: number): boolean {
    const row = rows[index]
    return row !== undefined && (found & (1 << index)) === 0 && isNext(row)
  }
}
