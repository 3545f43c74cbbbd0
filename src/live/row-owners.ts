import { keyNames } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'
import { childResources, resourceOf, type ResourceName, rootNames } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { ReadTally } from './read-tally.ts'

/** The records of one resource that can have a row. */
export interface RowOwner {
  readonly parent: ResourceName
  readonly owns: (row: Fields) => boolean
}

/** Which existing record a row belongs to; keys that were not part of the read are read when they are first asked for. */
export interface RowOwners {
  /** The owners of the rows of a resource. A record whose own parent does not exist owns none. */
  of(resource: ResourceName): Promise<readonly RowOwner[]>
  /** The owners of these rows; others may be left out. */
  ofRows(resource: ResourceName, rows: readonly Fields[]): Promise<readonly RowOwner[]>
}

/** The owners of rows after a read of these scopes. */
export function openRowOwners(store: StoreClient, scopes: readonly Scope[], tally: ReadTally): RowOwners {
  const wasRead = resourcesOf(scopes)
  const asked = new Map<ResourceName, Promise<ReadonlySet<string>>>()
  const ownersOf = (resource: ResourceName): Promise<RowOwner[]> =>
    Promise.all(parentsOf(resource).map(async (parent) => ownerOf(parent, resource, await keysOf(parent))))

  function keysOf(resource: ResourceName): Promise<ReadonlySet<string>> {
    const keys = asked.get(resource) ?? (wasRead.has(resource) ? Promise.resolve(tally.keys(resource)) : readKeys(resource))
    asked.set(resource, keys)
    return keys
  }

  async function readKeys(resource: ResourceName): Promise<ReadonlySet<string>> {
    const { key } = resourceOf(resource)
    const keys = new Set<string>()
    if (key === null) return keys
    const owners = await ownersOf(resource)
    for await (const { fields } of store.readAll({ resource, fields: namesWithParents(resource), children: [] })) {
      if (owners.length === 0 || owners.some(({ owns }) => owns(fields))) keys.add(fields[key] ?? '')
    }
    return keys
  }

  return { of: ownersOf, ofRows: ownersOf }
}

/** The fields that name a row and its parents. */
export function namesWithParents(resource: ResourceName): readonly string[] {
  const links = parentsOf(resource).flatMap((parent) => relationOf(parent, resource)?.childField ?? [])
  return [...new Set([...keyNames(resource), ...links])]
}

function resourcesOf(scopes: readonly Scope[]): ReadonlySet<ResourceName> {
  return new Set(scopes.flatMap(({ resource, children }) => [resource, ...resourcesOf(children)]))
}

/** The resources whose records can have rows of this one. */
export function parentsOf(resource: ResourceName): readonly ResourceName[] {
  const all = new Set(rootNames.flatMap((root) => [root, ...childResources(root)]))
  return [...all].filter((parent) => childResources(parent).includes(resource))
}

/** The records of one resource, by their keys, as owners of rows. */
export function ownerOf(parent: ResourceName, resource: ResourceName, keys: ReadonlySet<string>): RowOwner {
  const relation = relationOf(parent, resource)
  return { parent, owns: (row) => relation !== undefined && keys.has(row[relation.childField] ?? '') }
}
