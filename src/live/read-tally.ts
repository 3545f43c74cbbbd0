import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { childResources, resourceOf, rootNames, type ResourceName } from '../resources/registry.ts'

/** Counts of a read of the live state: rows by resource, and the keys that child rows refer to. */
export interface ReadTally {
  /** Counts a root record and its children. */
  readonly add: (record: RecordTree) => void
  rows(resource: ResourceName): number
  /** Keys of the records that were read of a resource with children; none where there were no such records. */
  keys(resource: ResourceName): ReadonlySet<string>
}

/** The resources that have children. */
const owners = new Set(rootNames.flatMap((root) => [root, ...childResources(root)]).filter((name) => childResources(name).length > 0))

/** An empty tally; only the keys of records that can have children are stored. */
export function openTally(): ReadTally {
  const rows = new Map<ResourceName, number>()
  const keys = new Map<ResourceName, Set<string>>()

  function add(record: RecordTree): void {
    const { resource, fields } = record
    rows.set(resource, (rows.get(resource) ?? 0) + 1)
    const { key } = resourceOf(resource)
    if (key !== null && owners.has(resource)) {
      const known = keys.get(resource) ?? new Set()
      keys.set(resource, known.add(fields[key] ?? ''))
    }
    for (const child of childNames(record.children)) {
      for (const row of record.children[child] ?? []) add(row)
    }
  }

  return {
    add,
    rows: (resource) => rows.get(resource) ?? 0,
    keys: (resource) => keys.get(resource) ?? new Set(),
  }
}
