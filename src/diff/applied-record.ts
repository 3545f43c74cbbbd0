import type { BaseRow } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import { linked, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { Children } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { RecordChange, RootedChange } from './change.ts'

/** A root record after an apply. */
export interface Applied {
  readonly desired: DesiredRecord
  /** As last applied before. */
  readonly before: BaseRow | undefined
  /** The differences of the record that remain: changes that cannot be made, and drift that is kept. */
  readonly left: readonly RootedChange[]
  readonly capabilities: Capabilities
}

/** What was last applied of a root record, after an apply: the catalogue's values, and where the store still has others those of before. */
export function appliedRecord({ desired, before, left, capabilities }: Applied): BaseRow {
  const known = managedOf(desired)
  return left.length === 0 ? known : withLeft({ row: known, before, parent: null }, left, capabilities)
}

/** The managed fields and collections of a record; what is only written on create belongs to the store afterwards. */
export function managedOf({ resource, fields, children }: DesiredRecord): BaseRow {
  return { resource, fields, children: mapChildren(children, (rows) => rows.map(managedOf)) }
}

function mapChildren<R, S>(children: Children<R>, map: (rows: readonly R[], name: ResourceName) => readonly S[]): Children<S> {
  return Object.fromEntries(childNames(children).map((name) => [name, map(children[name] ?? [], name)]))
}

interface Node {
  readonly row: BaseRow
  readonly before: BaseRow | undefined
  readonly parent: BaseRow | null
}

function withLeft({ row, before, parent }: Node, left: readonly RootedChange[], capabilities: Capabilities): BaseRow {
  const whole = parent ? linked(row, parent) : row
  const idOf = (each: BaseRow): string => `${each.resource} ${rowIdentity(linked(each, whole), capabilities)}`
  const own = left.filter(
    (change) => change.kind === 'record' && !isWholeRow(change) && changeId(change, capabilities) === selfId(whole, capabilities),
  )
  const fields = new Map(Object.entries(row.fields))
  for (const { field } of own.flatMap((change) => change.fields)) {
    const value = before?.fields[field]
    if (value === undefined) fields.delete(field)
    else fields.set(field, value)
  }
  const hasOldGrid = left.some((change) => change.kind === 'grid' && change.sku === keyOf(whole))
  const absent = new Set(left.flatMap((change) => (isRecord(change) && isCreation(change) ? [changeId(change, capabilities)] : [])))
  const present = new Set(left.flatMap((change) => (isRecord(change) && isRemoval(change) ? [changeId(change, capabilities)] : [])))
  const children = mapChildren(row.children, (rows, name) => {
    const old = before?.children[name] ?? []
    if (name === 'PricingAdvanced') return hasOldGrid ? old : rows
    const byId = new Map(old.map((each) => [idOf(each), each]))
    const stay = old.filter((each) => present.has(idOf(each)))
    const written = rows.flatMap((each) => {
      const id = idOf(each)
      const last = byId.get(id)
      if (absent.has(id)) return last ? [last] : []
      return [withLeft({ row: each, before: last, parent: whole }, left, capabilities)]
    })
    return [...written, ...stay]
  })
  // A grid that was never applied is not known, rather than empty.
  const known = hasOldGrid && before?.children.PricingAdvanced === undefined ? without(children, 'PricingAdvanced') : children
  return { ...row, fields: Object.fromEntries(fields), children: known }
}

function without<R>(children: Children<R>, name: ResourceName): Children<R> {
  return Object.fromEntries(Object.entries(children).filter(([each]) => each !== name))
}

function isRecord(change: RootedChange): change is RecordChange {
  return change.kind === 'record'
}

function selfId(row: BaseRow, capabilities: Capabilities): string {
  return `${row.resource} ${rowIdentity(row, capabilities)}`
}

/** The resource and the identity of the row that a change is about. */
export function changeId({ resource, key, fields }: RecordChange, capabilities: Capabilities): string {
  const values = Object.fromEntries(fields.map(({ field, before, after }) => [field, after ?? before ?? '']))
  return `${resource} ${rowIdentity({ resource, fields: { ...values, ...key } }, capabilities)}`
}

/** True where a whole row is not in the store, or not in the catalogue. */
function isWholeRow(change: RecordChange): boolean {
  return isCreation(change) || isRemoval(change)
}

function isCreation({ action, fields, again }: RecordChange): boolean {
  return action === 'create' || (action === 'cannot' && !again && fields.every(({ before }) => before === null))
}

function isRemoval({ action, fields }: RecordChange): boolean {
  return action === 'remove' || (action === 'cannot' && fields.length > 0 && fields.every(({ after }) => after === null))
}
