import type { CertificateLine } from '../records/certificate.ts'
import type { Scope } from '../records/scope.ts'
import { readNames } from '../records/row-identity.ts'
import type { ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { StoreClient } from '../store/store-client.ts'
import { incomplete } from './certify-read.ts'
import type { ReadTally } from './read-tally.ts'

/** Root records that were read by their keys, and how many of the catalogue were not. */
interface PartRead {
  readonly store: Pick<StoreClient, 'readWhere'>
  readonly tally: ReadTally
  /** Root records of the catalogue that were not read, by resource. */
  readonly unread: ReadonlyMap<ResourceName, number>
}

/**
 * The completeness certificate of a read of some root records: their rows are read once more by the keys of their parents, so that a row
 * that was missing from the joined read is `store-incomplete`. It says of each root resource how many records of the catalogue were not
 * read; rows without a parent are not looked for.
 */
export async function certifyPart(scopes: readonly Scope[], read: PartRead): Promise<readonly CertificateLine[]> {
  const { tally, unread } = read
  const names = new Set([...scopes.map(({ resource }) => resource), ...unread.keys()])
  const roots = [...names].map((resource): CertificateLine => {
    const seen = tally.rows(resource)
    const left = unread.get(resource)
    return { resource, seen, total: seen, orphans: 0, ...(left !== undefined && { unread: left }) }
  })
  const children = await Promise.all([...parentsRead(scopes)].map(([resource, parents]) => certifyRows(resource, parents, read)))
  return [...roots, ...children]
}

function parentsRead(scopes: readonly Scope[]): ReadonlyMap<ResourceName, ReadonlySet<ResourceName>> {
  const links = scopes.flatMap(linksIn)
  return new Map([...Map.groupBy(links, ({ child }) => child)].map(([child, all]) => [child, new Set(all.map(({ parent }) => parent))]))
}

function linksIn({ resource, children }: Scope): readonly { readonly parent: ResourceName; readonly child: ResourceName }[] {
  return children.flatMap((child) => [{ parent: resource, child: child.resource }, ...linksIn(child)])
}

async function certifyRows(
  resource: ResourceName,
  parents: ReadonlySet<ResourceName>,
  { store, tally }: PartRead,
): Promise<CertificateLine> {
  let expected = 0
  for (const parent of parents) {
    const field = relationOf(parent, resource)?.childField
    const keys = [...tally.keys(parent)]
    if (field === undefined || keys.length === 0) continue
    const fields = [...new Set([...readNames(resource), field])]
    for await (const _ of store.readWhere({ resource, fields, children: [] }, field, keys)) expected += 1
  }
  const seen = tally.rows(resource)
  if (expected > seen) throw incomplete(resource, { expected, seen })
  return { resource, seen, total: expected, orphans: 0 }
}
