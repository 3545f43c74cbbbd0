import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { wholeScope } from './whole-scopes.ts'

/** Which root records to read. */
export interface WholeRecords {
  readonly resource: ResourceName
  readonly keys: readonly string[]
  /** Fields of the root that only this store has; default: none. */
  readonly others?: readonly string[]
}

/** Reads root records by key with all their fields and rows; a field that the store omits is empty. */
export async function readWhole(store: StoreClient, { resource, keys, others = [] }: WholeRecords): Promise<readonly RecordTree[]> {
  const records: RecordTree[] = []
  const scope = wholeScope(resource, { [resource]: others })
  for await (const record of store.readWhere(scope, resourceOf(resource).key ?? '', keys)) records.push(withEmptyFields(record))
  return records
}

/** A record that was read whole, and its rows: a store can leave out fields that are not set (docs/assumptions.md W22). */
export function withEmptyFields({ resource, fields, children }: RecordTree): RecordTree {
  const missing = Object.entries(resourceOf(resource).fields).filter(([name, { owner }]) => owner !== 'store' && fields[name] === undefined)
  const rows = childNames(children).map((name) => [name, (children[name] ?? []).map(withEmptyFields)] as const)
  const empty = Object.fromEntries(missing.map(([name]) => [name, '']))
  return { resource, fields: { ...fields, ...empty }, children: Object.fromEntries(rows) }
}
