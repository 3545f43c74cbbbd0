import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { withEmptyFields } from './read-whole.ts'
import { isRefusedRead } from './refused-read.ts'

/**
 * The records with these keys, by resource, each with all documented fields and without its children. None of a resource that the store
 * refuses to read so.
 */
export async function readWholeRows(
  keys: ReadonlyMap<ResourceName, readonly string[]>,
  store: Pick<StoreClient, 'readWhere'>,
): Promise<readonly RecordTree[]> {
  const found = await Promise.all([...keys].map(([resource, own]) => rowsOf(resource, own, store)))
  return found.flat()
}

async function rowsOf(
  resource: ResourceName,
  keys: readonly string[],
  store: Pick<StoreClient, 'readWhere'>,
): Promise<readonly RecordTree[]> {
  const { key, fields } = resourceOf(resource)
  if (key === null) return []
  const rows: RecordTree[] = []
  try {
    for await (const row of store.readWhere({ resource, fields: Object.keys(fields), children: [] }, key, keys)) {
      rows.push(withEmptyFields(row))
    }
    return rows
  } catch (error) {
    if (isRefusedRead(error)) return []
    throw error
  }
}
