import { OperationalError } from '../errors.ts'
import type { CertificateLine, OrphanRows } from '../records/certificate.ts'
import type { Scope } from '../records/scope.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { type FirstNames, openOrphanNames } from './orphan-names.ts'
import type { ReadTally } from './read-tally.ts'
import { namesWithParents, type RowOwners } from './row-owners.ts'

/** The completeness certificate of a read, and the rows without a parent record that it found. */
export interface Certificate {
  readonly lines: readonly CertificateLine[]
  readonly orphans: readonly OrphanRows[]
}

/** What was read, and how to ask the store for what was not. */
interface Reading {
  readonly store: StoreClient
  readonly tally: ReadTally
  readonly owners: RowOwners
  /** The parents with which each child resource was read. */
  readonly parents: ReadonlyMap<ResourceName, readonly ResourceName[]>
}

/**
 * The completeness certificate of a read (design.md section 5): the rows that were read of each resource against the count
 * of the store. A difference is resolved by reading that resource alone: rows whose parent record does not exist, or has no
 * parent itself, are orphans and do not block; a row of an existing record that was missing from the read is `store-incomplete`.
 */
export async function certifyRead(
  store: StoreClient,
  scopes: readonly Scope[],
  { tally, owners }: { readonly tally: ReadTally; readonly owners: RowOwners },
): Promise<Certificate> {
  const roots = scopes.map(({ resource }): Certified => {
    const seen = tally.rows(resource)
    return { line: { resource, seen, total: seen, orphans: 0 }, ...noNames }
  })
  const reading = { store, tally, owners, parents: parentsRead(scopes) }
  const children = await Promise.all([...reading.parents.keys()].map((resource) => certifyChild(resource, reading)))
  const all = [...roots, ...children]
  return {
    lines: all.map(({ line }) => line),
    orphans: all.flatMap(({ line, named, areAll }) =>
      line.orphans === 0 ? [] : [{ resource: line.resource, rows: line.orphans, named, areAll }],
    ),
  }
}

type Certified = FirstNames & { readonly line: CertificateLine }

const noNames: FirstNames = { named: [], areAll: true }

function parentsRead(scopes: readonly Scope[]): ReadonlyMap<ResourceName, readonly ResourceName[]> {
  const parents = new Map<ResourceName, ResourceName[]>()
  const visit = (scope: Scope): void => {
    for (const child of scope.children) {
      parents.set(child.resource, [...(parents.get(child.resource) ?? []), scope.resource])
      visit(child)
    }
  }
  for (const scope of scopes) visit(scope)
  return parents
}

async function certifyChild(resource: ResourceName, reading: Reading): Promise<Certified> {
  const seen = reading.tally.rows(resource)
  const total = await reading.store.count(resource)
  return seen === total ? { line: { resource, seen, total, orphans: 0 }, ...noNames } : settle(resource, reading)
}

async function settle(resource: ResourceName, { store, tally, owners, parents }: Reading): Promise<Certified> {
  const seen = tally.rows(resource)
  // The owners of rows that were not read are not known.
  if (!tally.isWhole()) throw incomplete(resource, { expected: await store.count(resource), seen })
  const readWith = new Set(parents.get(resource))
  const all = await owners.of(resource)
  const names = openOrphanNames(resource)
  const counts = { total: 0, expected: 0, orphans: 0 }
  for await (const { fields } of store.readAll({ resource, fields: namesWithParents(resource), children: [] })) {
    counts.total += 1
    const owning = all.filter(({ owns }) => owns(fields))
    if (owning.some(({ parent }) => readWith.has(parent))) counts.expected += 1
    if (owning.length > 0) continue
    counts.orphans += 1
    names.add(fields)
  }
  const { total, expected, orphans } = counts
  if (expected > seen) throw incomplete(resource, { expected, seen })
  return { line: { resource, seen: total - orphans, total, orphans }, ...names.first() }
}

/** The error for rows that a read should have returned. */
export function incomplete(resource: ResourceName, { expected, seen }: { expected: number; seen: number }): OperationalError {
  return new OperationalError(
    'store-incomplete',
    `The store has ${expected} ${resource} rows of the records that were read, but returned only ${seen} of them.`,
    { fix: 'The store may be changing right now: try again later.', context: { resource, expected, seen } },
  )
}
