import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'
import { namesWithParents, ownerOf, parentsOf, type RowOwner, type RowOwners } from './row-owners.ts'

/** The owners of rows, where only some records were read: the records that the rows name are read by their keys. */
export function openKeyedOwners(store: Pick<StoreClient, 'readWhere'>): Pick<RowOwners, 'ofRows'> {
  const ofRows = (resource: ResourceName, rows: readonly Fields[]): Promise<RowOwner[]> =>
    Promise.all(
      parentsOf(resource).map(async (parent) => ownerOf(parent, resource, await existing(parent, keysIn(rows, parent, resource)))),
    )

  /** The keys that the store has; a record whose own parent does not exist is none. */
  async function existing(resource: ResourceName, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const { key } = resourceOf(resource)
    if (key === null || keys.length === 0) return new Set()
    const found: Fields[] = []
    const scope = { resource, fields: namesWithParents(resource), children: [] }
    for await (const { fields } of store.readWhere(scope, key, keys)) found.push(fields)
    const owners = await ofRows(resource, found)
    const owned = owners.length === 0 ? found : found.filter((row) => owners.some(({ owns }) => owns(row)))
    return new Set(owned.map((row) => row[key] ?? ''))
  }

  return { ofRows }
}

function keysIn(rows: readonly Fields[], parent: ResourceName, resource: ResourceName): readonly string[] {
  const field = relationOf(parent, resource)?.childField
  return field === undefined ? [] : [...new Set(rows.map((row) => row[field] ?? '').filter((key) => key !== ''))]
}
