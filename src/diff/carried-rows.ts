import { addressOf } from '../records/address.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { skuOf } from '../records/named-fields.ts'
import { keyNames, linked } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf, type ResourceName, resources } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { storedValue } from '../resources/scalar.ts'
import { type FieldChange, isOwnChange, type RecordChange, type RootedChange, skuOfChange } from './change.ts'

/** A record of the store, and the record of the catalogue that takes its place. */
export interface Replaced {
  readonly live: RecordTree
  readonly record: DesiredRecord
  /** The keys of both. */
  readonly from: string
  readonly to: string
  /** The address of the new root record. */
  readonly address: string
}

/**
 * The changes of new records, with values of the old ones: the fields that belong to the store, in rows that other programs also write, such
 * as stock. Rows of variants are found by their codes, where these begin with the key of the product.
 */
export function withCarriedRows(changes: readonly RootedChange[], replaced: readonly Replaced[]): readonly RootedChange[] {
  const carried = new Map(replaced.map((each) => [each.address, carriedFields(each)]))
  return changes.flatMap((change): RootedChange[] => {
    const values = change.kind === 'record' && isShared(change) ? carried.get(change.root.address)?.get(skuOfChange(change)) : undefined
    if (values === undefined || change.kind !== 'record' || change.action === 'cannot') return [change]
    const all = change.fields.map((field) => ({ ...field, after: values[field.field] ?? field.after }))
    const fields = all.filter((field) => change.action === 'create' || isChanged(field, change.resource))
    return fields.length === 0 && change.action === 'update' ? [] : [{ ...change, fields }]
  })
}

/** The keys of the shared rows that some records get values of old ones in, by resource. */
export function carriedKeys(replaced: readonly Replaced[]): ReadonlyMap<ResourceName, readonly string[]> {
  const skus = replaced.flatMap((each) => [...carriedFields(each).keys()])
  return new Map(skus.length === 0 ? [] : resources.filter((resource) => resource.external).map(({ name }) => [name, skus]))
}

/**
 * The same changes, with those of shared rows that the store has already: fields that belong to the store are compared with nothing else.
 * `stored`: the rows with these keys (`carriedKeys`).
 */
export function withStoredRows(
  changes: readonly RootedChange[],
  replaced: readonly Replaced[],
  stored: readonly RecordTree[],
): readonly RootedChange[] {
  if (stored.length === 0) return changes
  const carried = new Map(replaced.map((each) => [each.address, carriedFields(each)]))
  const rows = new Map(stored.map((row) => [skuOf(row), row]))
  const compared = new Set(changes.map(({ address }) => address))
  return changes.flatMap((change): RootedChange[] => {
    const values = carried.get(change.root.address)
    if (values === undefined || change.kind !== 'record' || change.action !== 'update') return [change]
    const row = isShared(change) ? rows.get(skuOfChange(change)) : undefined
    if (row) return [{ ...change, fields: [...change.fields, ...carriedInto(row, values)] }]
    const own = isOwnChange(change) ? [...values.keys()].flatMap((sku) => rows.get(sku) ?? []) : []
    const others = own.filter(({ resource, fields }) => !compared.has(addressOf(resource, fields)))
    return [change, ...others.flatMap((other) => storedRowChange(other, carriedInto(other, values), change))]
  })
}

/** The fields of a row of the store that get other values. */
function carriedInto({ resource, fields }: RecordTree, values: ReadonlyMap<string, Fields>): FieldChange[] {
  const carried = Object.entries(values.get(skuOf({ resource, fields })) ?? {})
  return carried
    .map(([field, after]) => ({ field, before: storedValue(fieldOf(resource, field), fields[field]), after, base: null }))
    .filter((field) => isChanged(field, resource))
}

/** The update of a row of the store that belongs to the record of `own`. */
function storedRowChange({ resource, fields: live }: RecordTree, fields: readonly FieldChange[], own: RecordChange): RecordChange[] {
  if (fields.length === 0) return []
  const key = Object.fromEntries(keyNames(resource).map((name) => [name, live[name] ?? '']))
  const { root, source } = own
  return [{ kind: 'record', action: 'update', address: addressOf(resource, live), resource, root, key, fields, origin: 'git', source }]
}

function isShared({ resource }: Pick<RecordTree, 'resource'>): boolean {
  return resourceOf(resource).external === true
}

function isChanged({ field, before, after }: FieldChange, resource: RecordTree['resource']): boolean {
  const declared = fieldOf(resource, field)
  return storedValue(declared, before ?? '') !== storedValue(declared, after ?? '')
}

/** By the sku or code of the new row: the fields that belong to the store, as the old row has them. */
function carriedFields({ live, record, from, to }: Replaced): ReadonlyMap<string, Fields> {
  const olds = new Map([...sharedRows(live, liveRows)].map((row) => [skuOf(row), row.fields]))
  return new Map(
    [...sharedRows(record, desiredRows)].flatMap(({ onCreate, ...row }): [string, Fields][] => {
      const sku = skuOf(row)
      const old = sku.startsWith(to) ? olds.get(`${from}${sku.slice(to.length)}`) : undefined
      const names = Object.keys(onCreate?.fields ?? {}).filter((name) => (old?.[name] ?? '') !== '')
      return names.length === 0 ? [] : [[sku, Object.fromEntries(names.map((name) => [name, old?.[name] ?? '']))]]
    }),
  )
}

/** The rows of a record that other programs write too, those of its variants included. */
function* sharedRows<R extends RecordTree>(record: R, rowsOf: (record: R) => readonly R[]): Generator<R, void> {
  for (const row of rowsOf(record)) {
    if (isShared(row)) yield row
    else yield* sharedRows(row, rowsOf)
  }
}

function liveRows(record: RecordTree): readonly RecordTree[] {
  return childNames(record.children).flatMap((name) => (record.children[name] ?? []).map((row) => linked(row, record)))
}

function desiredRows(record: DesiredRecord): readonly DesiredRecord[] {
  return childNames(record.children).flatMap((name) => (record.children[name] ?? []).map((row) => linked(row, record)))
}
