import type { Scope } from '../records/scope.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { childResources, resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

/** Reads root records by key with all their fields and rows. */
export async function readWhole(store: StoreClient, resource: ResourceName, keys: readonly string[]): Promise<readonly RecordTree[]> {
  const records: RecordTree[] = []
  for await (const record of store.readWhere(wholeScope(resource), resourceOf(resource).key ?? '', keys)) records.push(record)
  return records
}

function wholeScope(resource: ResourceName): Scope {
  return { resource, fields: Object.keys(resourceOf(resource).fields), children: childResources(resource).map(wholeScope) }
}
