import { OperationalError } from '../errors.ts'
import type { CertificateLine } from '../records/certificate.ts'
import { keyNames } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { ReadTally } from './read-tally.ts'

/** A child resource, and the parents with which it was read. */
interface ChildRead {
  readonly resource: ResourceName
  readonly parents: readonly ResourceName[]
}

/**
 * The completeness certificate of a read (design.md section 5): the rows that were read of each resource against the count
 * of the store. A difference is resolved by reading that resource alone: rows without a parent are listed as orphans and do
 * not block; a row whose parent was read and that was missing from the read is `store-incomplete`.
 */
export async function certifyRead(store: StoreClient, scopes: readonly Scope[], tally: ReadTally): Promise<readonly CertificateLine[]> {
  const roots = scopes.map(({ resource }) => {
    const seen = tally.rows(resource)
    return { resource, seen, total: seen, orphans: [] }
  })
  const children = await Promise.all(childReads(scopes).map((child) => certifyChild(store, child, tally)))
  return [...roots, ...children]
}

function childReads(scopes: readonly Scope[]): ChildRead[] {
  const parents = new Map<ResourceName, ResourceName[]>()
  const visit = (scope: Scope): void => {
    for (const child of scope.children) {
      parents.set(child.resource, [...(parents.get(child.resource) ?? []), scope.resource])
      visit(child)
    }
  }
  for (const scope of scopes) visit(scope)
  return [...parents].map(([resource, of]) => ({ resource, parents: of }))
}

async function certifyChild(store: StoreClient, child: ChildRead, tally: ReadTally): Promise<CertificateLine> {
  const { resource } = child
  const seen = tally.rows(resource)
  const total = await store.count(resource)
  return seen === total ? { resource, seen, total, orphans: [] } : settle(store, child, tally)
}

async function settle(store: StoreClient, { resource, parents }: ChildRead, tally: ReadTally): Promise<CertificateLine> {
  const known = await Promise.all(parents.map(async (parent) => ownerOf(store, { resource, parent }, tally)))
  // A price or a stock of a variant is not an orphan where variants are not managed.
  const elsewhere =
    parents.includes('Variants') || !relationOf('Variants', resource) ? [] : [await ownerOf(store, { resource, parent: 'Variants' }, tally)]
  const orphans: string[] = []
  let total = 0
  let expected = 0
  const { natural } = resourceOf(resource)
  for await (const row of store.readAll({ resource, fields: keyNames(resource), children: [] })) {
    total += 1
    if (known.some((owner) => owner(row.fields))) expected += 1
    else if (!elsewhere.some((owner) => owner(row.fields))) orphans.push(natural.map((field) => row.fields[field] ?? '').join(' / '))
  }
  const seen = tally.rows(resource)
  if (expected > seen) {
    throw new OperationalError(
      'store-incomplete',
      `The store has ${expected} ${resource} rows of the records that were read, but returned only ${seen} of them.`,
      { fix: 'The store may be changing right now: try again later.', context: { resource, expected, seen } },
    )
  }
  return { resource, seen: total - orphans.length, total, orphans: orphans.toSorted() }
}

/** A test of whether a row belongs to a record of `parent`, by the keys of the read; keys that were not part of it are read now. */
async function ownerOf(
  store: StoreClient,
  pair: { resource: ResourceName; parent: ResourceName },
  tally: ReadTally,
): Promise<(row: Fields) => boolean> {
  const relation = relationOf(pair.parent, pair.resource)
  const keys = tally.keys(pair.parent) ?? (await keysOf(store, pair.parent))
  return (row) => relation !== undefined && keys.has(row[relation.childField] ?? '')
}

async function keysOf(store: StoreClient, resource: ResourceName): Promise<ReadonlySet<string>> {
  const { key } = resourceOf(resource)
  const keys = new Set<string>()
  if (key === null) return keys
  for await (const row of store.readAll({ resource, fields: [key], children: [] })) keys.add(row.fields[key] ?? '')
  return keys
}
