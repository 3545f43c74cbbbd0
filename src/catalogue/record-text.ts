import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { Field } from '../resources/field.ts'
import type { Children } from '../resources/record-tree.ts'
import { fieldOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'
import { hasNames } from './has-names.ts'

/*
 * A record as text:
 *
 *     record   = resource fields children ( '+' fields children )?     the last: what is written on create
 *     fields   = '{' ( name '=' length ':' value ';' )* '}'            by name
 *     children = ( '[' ( resource '=' count ':' record* )* ']' )?      by name, records in the order of their texts
 */

/** The text of a record: the same for records that are the same to the store. Each value has its length before it, so that no two are confused. */
export function recordText(record: DesiredRecord): string {
  const parts: string[] = []
  addRecord(parts, record)
  // Joined once: each text between would be an object, and is copied.
  return parts.join('')
}

function addRecord(parts: string[], { resource, fields, children, onCreate }: DesiredRecord): void {
  parts.push(resource)
  addFields(parts, resource, fields)
  addChildren(parts, children)
  if (!onCreate) return
  parts.push('+')
  addFields(parts, resource, onCreate.fields)
  addChildren(parts, onCreate.children)
}

function addFields(parts: string[], resource: ResourceName, fields: Fields): void {
  const { sorted, end } = formOf(resource, fields)
  for (const field of sorted) {
    const value = valueOf(field, fields)
    parts.push(startOf(field, value.length), value)
  }
  parts.push(end)
}

/** The rows of a collection have no order of their own: where it matters, a field of them has it. */
function addChildren(parts: string[], children: Children<DesiredRecord>): void {
  const names = childNames(children)
  if (names.length === 0) return
  parts.push('[')
  // Names of resources are letters, which come after `=`: in the order of their names, collections are in the order of their texts.
  for (const name of names.length === 1 ? names : names.toSorted(byCode)) {
    const rows = children[name] ?? []
    parts.push(`${name}=${rows.length}:`)
    for (const row of inOrder(rows)) addRecord(parts, row)
  }
  parts.push(']')
}

/** By the number of rows, the order of those that were sorted last: rows of a price list mostly have the order of the rows before. */
const lastOrders: (readonly number[])[] = []
const mostRows = 1 << 9

/** Sorting compares each row several times, and most lists are in order, or in the order of the list before. */
function inOrder(rows: readonly DesiredRecord[]): readonly DesiredRecord[] {
  if (areSorted(rows)) return rows
  const last = lastOrders[rows.length]
  const again = last && rowsAt(rows, last)
  if (again && areSorted(again)) return again
  const order = [...rows.keys()].toSorted((one, other) => compareRows(rows[one], rows[other]))
  if (order.length <= mostRows) lastOrders[order.length] = order
  return rowsAt(rows, order)
}

function rowsAt(rows: readonly DesiredRecord[], order: readonly number[]): DesiredRecord[] {
  const found: DesiredRecord[] = []
  for (const index of order) {
    const row = rows[index]
    if (row) found.push(row)
  }
  return found
}

function areSorted(rows: readonly DesiredRecord[]): boolean {
  for (let index = 1; index < rows.length; index += 1) if (compareRows(rows[index - 1], rows[index]) > 0) return false
  return true
}

/** Compares the texts of two records: of records with the same fields, the first value that differs decides. */
function compareRows(one: DesiredRecord | undefined, other: DesiredRecord | undefined): number {
  if (!one || !other || one === other) return 0
  const form = formOf(one.resource, one.fields)
  if (one.resource === other.resource && hasNames(other.fields, form.names)) {
    for (const field of form.sorted) {
      if (one.fields[field.name] === other.fields[field.name]) continue
      const value = valueOf(field, one.fields)
      const against = valueOf(field, other.fields)
      if (value.length !== against.length) return byCode(startOf(field, value.length), startOf(field, against.length))
      if (value !== against) return byCode(value, against)
    }
  }
  return byCode(recordText(one), recordText(other))
}

/** A field of a form. */
interface FieldOfForm {
  readonly name: string
  readonly field: Field
  /** What is before the length of its value. */
  readonly label: string
  /** By the length of a value, what is before the value. */
  readonly starts: string[]
}

/** The fields that a record has. */
interface Form {
  /** In the order of the record. */
  readonly names: readonly string[]
  readonly sorted: readonly FieldOfForm[]
  /** What is after the last value. */
  readonly end: string
}

/** The forms of each resource that were seen last, the last first: most records of a resource have one of few forms. */
const forms = new Map<ResourceName, Form[]>()
const mostForms = 8

function formOf(resource: ResourceName, fields: Fields): Form {
  let known = forms.get(resource)
  if (!known) {
    known = []
    forms.set(resource, known)
  }
  for (const form of known) if (hasNames(fields, form.names)) return form
  const form = newForm(resource, Object.keys(fields))
  known.unshift(form)
  known.splice(mostForms)
  return form
}

function newForm(resource: ResourceName, names: readonly string[]): Form {
  const sorted = names.toSorted(byCode).map((name, index): FieldOfForm => {
    return { name, field: fieldOf(resource, name), label: `${index === 0 ? '{' : ';'}${name}=`, starts: [] }
  })
  return { names, sorted, end: names.length === 0 ? '{}' : ';}' }
}

function valueOf({ field, name }: FieldOfForm, fields: Fields): string {
  return canonicalValue(field, fields[name] ?? '')
}

/** Longer values are rare. */
const mostStarts = 1 << 9

function startOf({ label, starts }: FieldOfForm, length: number): string {
  if (length >= mostStarts) return `${label}${length}:`
  return (starts[length] ??= `${label}${length}:`)
}
