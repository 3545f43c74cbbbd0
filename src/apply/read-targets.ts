import { rowKeys } from '../plan/lane.ts'
import type { RootRef, Target, Track } from '../plan/operation.ts'
import { childNames } from '../records/child-names.ts'
import { keyNames, linked } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'
import { resourceOfTarget } from './compare-rows.ts'
import { type Branch, branchAt, newBranch, scopeOfBranch } from './scope-branch.ts'

/** Some targets of one root, by their keys in its lane. */
export interface Wanted {
  readonly root: RootRef
  /** Derives them, each time the same: they are not in memory while a request is under way. */
  readonly tracks: () => ReadonlyMap<string, Track>
}

/** The rows that the store has of each target, by root and by key; a target without rows has an empty list. */
export type SeenRows = ReadonlyMap<string, ReadonlyMap<string, readonly Fields[]>>

/**
 * Reads the rows of these targets: one request for each resource of roots (more where their keys are too long for one), with the
 * children that the targets belong to joined. What a removed record has left (docs/assumptions.md W31) is read by itself; other rows of a
 * record that does not exist count as missing.
 */
export async function readTargets(all: readonly Wanted[], store: StoreClient, capabilities: Capabilities): Promise<SeenRows> {
  const { joined, leftOver, seen } = splitTargets(all)
  await Promise.all(
    [...joined].map(async ([resource, { wanted, top }]) => {
      const [by = ''] = resourceOf(resource).natural
      const byKey = Map.groupBy(wanted, ({ root }) => root.key)
      for await (const row of store.readWhere(scopeOfBranch(resource, top), by, [...byKey.keys()])) {
        for (const { root } of byKey.get(row.fields[by] ?? '') ?? []) collect(row, seen.get(root.address), capabilities)
      }
    }),
  )
  await readLeftOvers(leftOver, { seen, store, capabilities })
  return seen
}

/** Reads which of these roots the store has; resolves to their addresses. One request for each resource, as `readTargets`, of the keys alone. */
export async function readExisting(roots: readonly RootRef[], store: StoreClient): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const reads = [...Map.groupBy(roots, ({ resource }) => resource)].map(async ([resource, group]) => {
    if (resource === null) return
    const [by = ''] = resourceOf(resource).natural
    const byKey = Map.groupBy(group, ({ key }) => key)
    for await (const row of store.readWhere({ resource, fields: keyNames(resource), children: [] }, by, [...byKey.keys()])) {
      for (const { address } of byKey.get(row.fields[by] ?? '') ?? []) found.add(address)
    }
  })
  await Promise.all(reads)
  return found
}

/** The roots of one resource, and what to read of them: the fields of all images of the targets, and those that identify the rows. */
interface Joined {
  readonly wanted: Wanted[]
  readonly top: Branch
}

/** A target that a removed record has left, or that another product gives up. */
interface LeftOver {
  readonly root: string
  readonly key: string
  readonly track: Track
}

interface SplitTargets {
  /** All targets, without rows yet. */
  readonly seen: ReadonlyMap<string, Map<string, Fields[]>>
  /** By the resource of the roots. */
  readonly joined: ReadonlyMap<ResourceName, Joined>
  readonly leftOver: readonly LeftOver[]
}

/** What is read with its root, and what a removed record has left. */
function splitTargets(all: readonly Wanted[]): SplitTargets {
  const joined = new Map<ResourceName, Joined>()
  const leftOver: LeftOver[] = []
  const seen = new Map<string, Map<string, Fields[]>>()
  for (const wanted of all) {
    const { root } = wanted
    const rows = new Map<string, Fields[]>()
    seen.set(root.address, rows)
    const own: Track[] = []
    for (const [key, track] of wanted.tracks()) {
      rows.set(key, [])
      if (track.isLeftOver === true) leftOver.push({ root: root.address, key, track })
      else own.push(track)
    }
    if (root.resource === null || own.length === 0) continue
    const group: Joined = joined.get(root.resource) ?? { wanted: [], top: newBranch() }
    joined.set(root.resource, group)
    group.wanted.push(wanted)
    for (const track of own) {
      const branch = branchAt(group.top, pathOf(root, track.target))
      addFields(track, branch.fields)
    }
  }
  return { joined, leftOver, seen }
}

/** Reads what removed records have left, and what other products give up, each resource by itself: no record leads to it until it is written. */
async function readLeftOvers(
  leftOver: readonly LeftOver[],
  {
    seen,
    store,
    capabilities,
  }: { readonly seen: ReadonlyMap<string, Map<string, Fields[]>>; readonly store: StoreClient; readonly capabilities: Capabilities },
): Promise<void> {
  const targets = leftOver.map(({ root, key, track }) => {
    // Only these reads fill it: the join finds the same rows once their record exists.
    const rows: Fields[] = []
    seen.get(root)?.set(key, rows)
    return { key, track, rows }
  })
  const reads = [...Map.groupBy(targets, ({ track }) => resourceOfTarget(track.target))].map(async ([resource, group]) => {
    const { key: primary, identity, natural } = resourceOf(resource)
    const by = (identity === 'own' ? primary : natural[0]) ?? ''
    const rowsOf = new Map(group.map(({ key, rows }) => [key, rows]))
    const values = group.map(({ track: { target } }) => (target.kind === 'grid' ? target.sku : (target.fields[by] ?? '')))
    const fields = new Set<string>(keyNames(resource))
    for (const { track } of group) addFields(track, fields)
    for await (const row of store.readWhere({ resource, fields: [...fields], children: [] }, by, values)) {
      for (const key of rowKeys(row, capabilities)) rowsOf.get(key)?.push(row.fields)
    }
  })
  await Promise.all(reads)
}

function addFields({ images }: Track, names: Set<string>): void {
  for (const image of images) for (const row of image?.rows ?? []) for (const name in row) names.add(name)
}

/** Adds a row and those below it to the lists of their keys; a row without a list is left out. */
export function collect(row: RecordTree, into: ReadonlyMap<string, Fields[]> | undefined, capabilities: Capabilities): void {
  for (const key of rowKeys(row, capabilities)) into?.get(key)?.push(row.fields)
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
