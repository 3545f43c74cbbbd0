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

/** Reads root records by key with all their fields and rows. */
export async function readWhole(store: StoreClient, { resource, keys, others = [] }: WholeRecords): Promise<readonly RecordTree[]> {
  const records: RecordTree[] = []
  const scope = wholeScope(resource, { [resource]: others })
  for await (const record of store.readWhere(scope, resourceOf(resource).key ?? '', keys)) records.push(record)
  return records
}
