import { OperationalError } from '../errors.ts'
import type { CertificateLine, OrphanRows } from '../records/certificate.ts'
import { keyNames } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'
import { childResources, resourceOf, type ResourceName, rootNames } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'
import { type FirstNames, openOrphanNames } from './orphan-names.ts'
import type { ReadTally } from './read-tally.ts'

/** The completeness certificate of a read, and the rows without a parent record that it found. */
export interface Certificate {
  readonly lines: readonly CertificateLine[]
  readonly orphans: readonly OrphanRows[]
}

/** What was read, and how to ask the store for what was not. */
interface Reading {
  readonly store: StoreClient
  readonly tally: ReadTally
  /** The parents with which each child resource was read. */
  readonly parents: ReadonlyMap<ResourceName, readonly ResourceName[]>
  /** The keys of the records of a resource that are not orphans themselves. */
  keysOf(resource: ResourceName): Promise<ReadonlySet<string>>
}

/**
 * The completeness certificate of a read (design.md section 5): the rows that were read of each resource against the count
 * of the store. A difference is resolved by reading that resource alone: rows whose parent record does not exist, or has no
 * parent itself, are orphans and do not block; a row of an existing record that was missing from the read is `store-incomplete`.
 */
export async function certifyRead(store: StoreClient, scopes: readonly Scope[], tally: ReadTally): Promise<Certificate> {
  const roots = scopes.map(({ resource }) => {
    const seen = tally.rows(resource)
    return { line: { resource, seen, total: seen, orphans: 0 }, ...noNames }
  })
  const reading = readingOf(store, scopes, tally)
  const children = await Promise.all([...reading.parents.keys()].map((resource) => certifyChild(resource, reading)))
  const all = [...roots, ...children]
  return {
    lines: all.map(({ line }) => line),
    orphans: all.flatMap(({ line: { resource, orphans: rows }, named, areAll }) => (rows === 0 ? [] : [{ resource, rows, named, areAll }])),
  }
}

type Certified = FirstNames & { readonly line: CertificateLine }

const noNames: FirstNames = { named: [], areAll: true }

function readingOf(store: StoreClient, scopes: readonly Scope[], tally: ReadTally): Reading {
  const parents = new Map<ResourceName, ResourceName[]>()
  const visit = (scope: Scope): void => {
    for (const child of scope.children) {
      parents.set(child.resource, [...(parents.get(child.resource) ?? []), scope.resource])
      visit(child)
    }
  }
  for (const scope of scopes) visit(scope)
  const wasRead = new Set<ResourceName>([...scopes.map(({ resource }) => resource), ...parents.keys()])
  const asked = new Map<ResourceName, Promise<ReadonlySet<string>>>()
  const keysOf = (resource: ResourceName): Promise<ReadonlySet<string>> => {
    if (wasRead.has(resource)) return Promise.resolve(tally.keys(resource))
    const keys = asked.get(resource) ?? readKeys(resource, { store, keysOf })
    asked.set(resource, keys)
    return keys
  }
  return { store, tally, parents, keysOf }
}

async function certifyChild(resource: ResourceName, reading: Reading): Promise<Certified> {
  const seen = reading.tally.rows(resource)
  const total = await reading.store.count(resource)
  return seen === total ? { line: { resource, seen, total, orphans: 0 }, ...noNames } : settle(resource, reading)
}

async function settle(resource: ResourceName, reading: Reading): Promise<Certified> {
  const { store, tally, parents } = reading
  const readWith = new Set(parents.get(resource))
  const owners = await Promise.all(
    parentsOf(resource).map(async (parent) => ({ owns: ownerTest(parent, resource, await reading.keysOf(parent)), wasRead: readWith.has(parent) })),
  )
  const names = openOrphanNames(resource)
  const counts = { total: 0, expected: 0, orphans: 0 }
  for await (const { fields } of store.readAll({ resource, fields: identifyingNames(resource), children: [] })) {
    counts.total += 1
    const owning = owners.filter(({ owns }) => owns(fields))
    if (owning.some(({ wasRead }) => wasRead)) counts.expected += 1
    if (owning.length > 0) continue
    counts.orphans += 1
    names.add(fields)
  }
  const { total, expected, orphans } = counts
  const seen = tally.rows(resource)
  if (expected > seen) throw incomplete(resource, { expected, seen })
  return { line: { resource, seen: total - orphans, total, orphans }, ...names.first() }
}

/** The fields that name a row and its parents. */
function identifyingNames(resource: ResourceName): readonly string[] {
  const links = parentsOf(resource).flatMap((parent) => relationOf(parent, resource)?.childField ?? [])
  return [...new Set([...keyNames(resource), ...links])]
}

function incomplete(resource: ResourceName, { expected, seen }: { expected: number; seen: number }): OperationalError {
  return new OperationalError(
    'store-incomplete',
    `The store has ${expected} ${resource} rows of the records that were read, but returned only ${seen} of them.`,
    { fix: 'The store may be changing right now: try again later.', context: { resource, expected, seen } },
  )
}

/** The resources whose records can have rows of this one. */
function parentsOf(resource: ResourceName): readonly ResourceName[] {
  const all = rootNames.flatMap((root) => [root, ...childResources(root)])
  return [...new Set(all)].filter((parent) => childResources(parent).includes(resource))
}

function ownerTest(parent: ResourceName, resource: ResourceName, keys: ReadonlySet<string>): (row: Fields) => boolean {
  const relation = relationOf(parent, resource)
  return (row) => relation !== undefined && keys.has(row[relation.childField] ?? '')
}

/** The keys of a resource that was not part of the read, without those of orphans. */
async function readKeys(resource: ResourceName, { store, keysOf }: Pick<Reading, 'store' | 'keysOf'>): Promise<ReadonlySet<string>> {
  const { key } = resourceOf(resource)
  const keys = new Set<string>()
  if (key === null) return keys
  const relations = parentsOf(resource).flatMap((parent) => relationOf(parent, resource) ?? [])
  const owners = await Promise.all(relations.map(async (relation) => ownerTest(relation.parent, resource, await keysOf(relation.parent))))
  for await (const row of store.readAll({ resource, fields: identifyingNames(resource), children: [] })) {
    if (owners.length === 0 || owners.some((owns) => owns(row.fields))) keys.add(row.fields[key] ?? '')
  }
  return keys
}
