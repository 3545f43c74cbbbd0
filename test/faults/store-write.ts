import { createHash } from 'node:crypto'
import { childNames } from '../../src/records/child-names.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'
import type { StoreClient } from '../../src/store/store-client.ts'

/** A request that changes the store. */
export type StoreWrite =
  | { readonly kind: 'post'; readonly spec: string; readonly records: readonly RecordTree[] }
  | { readonly kind: 'delete-prices'; readonly skus: readonly string[] }
  | { readonly kind: 'delete-row'; readonly resource: ResourceName; readonly where: Fields }
  | { readonly kind: 'write-file'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'remove-file'; readonly path: string }

/** Sends a write. */
export async function sendWrite(store: StoreClient, write: StoreWrite): Promise<void> {
  switch (write.kind) {
    case 'post':
      return store.post(write.spec, write.records)
    case 'delete-prices':
      return store.deletePrices(write.skus)
    case 'delete-row':
      return store.deleteRow(write.resource, write.where)
    case 'write-file':
      return store.files?.write(write.path, write.bytes)
    case 'remove-file':
      return store.files?.remove(write.path)
    default:
      return write satisfies never
  }
}

/** A write in a few words: `POST Product TEE, MUG`. */
export function writeText(write: StoreWrite): string {
  switch (write.kind) {
    case 'post':
      return `POST ${write.spec} ${JSON.stringify(write.records.map(({ fields }) => fields)).slice(0, 300)}`
    case 'delete-prices':
      return `DELETE prices of ${write.skus.join(', ')}`
    case 'delete-row':
      return `DELETE ${write.resource} ${JSON.stringify(write.where)}`
    case 'write-file':
      return `PUT ${write.path} (${write.bytes.length} bytes)`
    case 'remove-file':
      return `DELETE ${write.path}`
    default:
      return write satisfies never
  }
}

/** The name of the state that a write leads to from another one: equal writes in equal order have equal names. */
export function nextState(state: string, write: StoreWrite): string {
  const content = write.kind === 'write-file' ? { ...write, bytes: createHash('sha256').update(write.bytes).digest('hex') } : write
  return createHash('sha256').update(state).update(JSON.stringify(content)).digest('hex')
}

/** How many rows a body has: its records and the rows below them. */
export function rowCount(records: readonly RecordTree[]): number {
  return records.reduce(
    (sum, record) => sum + 1 + childNames(record.children).reduce((all, name) => all + rowCount(record.children[name] ?? []), 0),
    0,
  )
}

/** The first rows of a body, in the order of the document. */
export function firstRows(records: readonly RecordTree[], count: number): readonly RecordTree[] {
  const kept: RecordTree[] = []
  let left = count
  for (const { resource, fields, children } of records) {
    if (left === 0) break
    left -= 1
    const below: Partial<Record<ResourceName, readonly RecordTree[]>> = {}
    for (const name of childNames(children)) {
      const rows = firstRows(children[name] ?? [], left)
      left -= rowCount(rows)
      if (rows.length > 0) below[name] = rows
    }
    kept.push({ resource, fields, children: below })
  }
  return kept
}

/** What a store has written of a body after each of its rows but the last. */
export function firstParts(write: StoreWrite): readonly StoreWrite[] {
  if (write.kind !== 'post') return []
  const { records } = write
  return Array.from({ length: rowCount(records) - 1 }, (_, index) => ({ ...write, records: firstRows(records, index + 1) }))
}
