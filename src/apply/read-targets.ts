import { rowKeys } from '../plan/lane.ts'
import type { RootRef, Target, Track } from '../plan/operation.ts'
import { childNames } from '../records/child-names.ts'
import { keyNames, linked } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, resources, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'
import { resourceOfTarget } from './compare-rows.ts'

/** Some targets of one root, by their keys in its lane. */
export interface Wanted {
  readonly root: RootRef
  readonly tracks: ReadonlyMap<string, Track>
}

/** The rows that the store has of each target, by root and by key; a target without rows has an empty list. */
export type SeenRows = ReadonlyMap<string, ReadonlyMap<string, readonly Fields[]>>

/**
 * Reads the rows of these targets: one request for each resource of roots (more where their keys are too long for one), with the
 * children that the targets belong to joined. The rows of a record that does not exist count as missing, but for those that a removed
 * record has left: they are read by themselves.
 */
export async function readTargets(wanted: readonly Wanted[], store: StoreClient, capabilities: Capabilities): Promise<SeenRows> {
  const seen = new Map<string, Map<string, Fields[]>>()
  for (const { root, tracks } of wanted) seen.set(root.address, new Map([...tracks.keys()].map((key) => [key, []])))
  const joined = wanted.map(({ root, tracks }) => ({ root, tracks: new Map([...tracks].filter(([, track]) => !track.isLeftOver)) }))
  const byResource = Map.groupBy(
    joined.filter(({ tracks }) => tracks.size > 0),
    ({ root }) => root.resource,
  )
  await Promise.all([
    ...[...byResource].map(async ([resource, group]) => {
      if (resource === null) return
      const [by = ''] = resourceOf(resource).natural
      const byKey = Map.groupBy(group, ({ root }) => root.key)
      for await (const row of store.readWhere(scopeOfTargets(resource, group), by, [...byKey.keys()])) {
        for (const { root, tracks } of byKey.get(row.fields[by] ?? '') ?? []) {
          const found = seen.get(root.address)
          collect(row, new Map([...tracks.keys()].map((key) => [key, found?.get(key) ?? []])), capabilities)
        }
      }
    }),
    ...leftOverReads(wanted, { seen, store, capabilities }),
  ])
  return seen
}

interface LeftOverRead {
  readonly seen: ReadonlyMap<string, ReadonlyMap<string, Fields[]>>
  readonly store: StoreClient
  readonly capabilities: Capabilities
}

/** Reads the rows that removed records have left, each resource by itself. */
function leftOverReads(wanted: readonly Wanted[], { seen, store, capabilities }: LeftOverRead): Promise<void>[] {
  const targets = wanted.flatMap(({ root, tracks }) =>
    [...tracks].filter(([, track]) => track.isLeftOver).map(([key, track]) => ({ key, track, into: seen.get(root.address)?.get(key) })),
  )
  return [...Map.groupBy(targets, ({ track }) => resourceOfTarget(track.target))].map(async ([resource, group]) => {
    const [by = ''] = resourceOf(resource).natural
    const byKey = new Map(group.map(({ key, into }) => [key, into]))
    const values = group.map(({ track: { target } }) => (target.kind === 'grid' ? target.sku : (target.fields[by] ?? '')))
    const fields = new Set([...keyNames(resource), ...group.flatMap(({ track }) => fieldsOfImages(track))])
    for await (const row of store.readWhere({ resource, fields: [...fields], children: [] }, by, values)) {
      for (const key of rowKeys(row, capabilities)) byKey.get(key)?.push(row.fields)
    }
  })
}

function fieldsOfImages({ images }: Track): readonly string[] {
  return images.flatMap((image) => image?.rows ?? []).flatMap((row) => Object.keys(row))
}

function collect(row: RecordTree, into: Map<string, Fields[]>, capabilities: Capabilities): void {
  for (const key of rowKeys(row, capabilities)) into.get(key)?.push(row.fields)
  for (const name of childNames(row.children)) {
    for (const child of row.children[name] ?? []) collect(linked(child, row), into, capabilities)
  }
}

/** The path from the resource of the root to that of a target: directly, or through the variant that the row is about. */
function pathOf(root: RootRef, target: Target): readonly ResourceName[] {
  const resource = resourceOfTarget(target)
  if (root.resource === null || resource === root.resource) return []
  const { skuField, fields } = resourceOf(resource)
  const about = target.kind === 'grid' ? target.sku : target.fields[skuField ?? '']
  const isOfVariant = skuField !== undefined && about !== root.key && fields[skuField]?.refersTo?.includes('Variants')
  if (isOfVariant && root.resource === 'Product') return ['Variants', resource]
  return relationOf(root.resource, resource) ? [resource] : []
}

interface Branch {
  readonly fields: Set<string>
  readonly below: Map<ResourceName, Branch>
}

function branchAt(branch: Branch, path: readonly ResourceName[]): Branch {
  const [name, ...rest] = path
  if (name === undefined) return branch
  const next = branch.below.get(name) ?? { fields: new Set(), below: new Map() }
  branch.below.set(name, next)
  return branchAt(next, rest)
}

/** What to read of these roots: the fields of all images of the targets, and those that identify the rows. */
function scopeOfTargets(resource: ResourceName, wanted: readonly Wanted[]): Scope {
  const top: Branch = { fields: new Set(), below: new Map() }
  for (const { root, tracks } of wanted) {
    for (const track of tracks.values()) {
      const branch = branchAt(top, pathOf(root, track.target))
      for (const field of fieldsOfImages(track)) branch.fields.add(field)
    }
  }
  return scopeOfBranch(resource, top)
}

function scopeOfBranch(resource: ResourceName, { fields, below }: Branch): Scope {
  const children = resources.flatMap(({ name }) => {
    const branch = below.get(name)
    return branch ? [scopeOfBranch(name, branch)] : []
  })
  return { resource, fields: [...new Set([...keyNames(resource), ...fields])], children }
}
