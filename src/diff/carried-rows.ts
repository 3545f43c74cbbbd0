import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { skuOf } from '../records/named-fields.ts'
import { linked } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { storedValue } from '../resources/scalar.ts'
import { type FieldChange, type RootedChange, skuOfChange } from './change.ts'

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
