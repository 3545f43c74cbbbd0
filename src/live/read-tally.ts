import { childNames } from '../records/child-names.ts'
import type { ReadRecord } from '../resources/record-tree.ts'
import { childResources, resourceOf, rootNames, type ResourceName } from '../resources/registry.ts'

/** Counts of a read of the live state: rows by resource, and the keys that child rows refer to. */
export interface ReadTally {
  /** Counts a root record and its children. */
  readonly add: (record: ReadRecord) => void
  /** False where a record was counted whose rows were not read: `keys` then has none of theirs. */
  isWhole(): boolean
  rows(resource: ResourceName): number
  /** Keys of the records that were read of a resource with children; none where there were no such records. */
  keys(resource: ResourceName): ReadonlySet<string>
}

/** The resources that have children. */
const owners = new Set(rootNames.flatMap((root) => [root, ...childResources(root)]).filter((name) => childResources(name).length > 0))

/** An empty tally; only the keys of records that can have children are stored. */
export function openTally(): ReadTally {
  const rows = new Map<ResourceName, number>()
  const keys = new Map<ResourceName, string[]>()
  let isWhole = true

  function count(resource: ResourceName, more: number): void {
    rows.set(resource, (rows.get(resource) ?? 0) + more)
  }

  function add(record: ReadRecord): void {
    const { resource, fields } = record
    count(resource, 1)
    const { key } = resourceOf(resource)
    if (key !== null && owners.has(resource)) {
      const known = keys.get(resource)
      if (known) known.push(fields[key] ?? '')
      else keys.set(resource, [fields[key] ?? ''])
    }
    if (record.rows) {
      isWhole = false
      for (const [child, below] of record.rows) count(child, below)
    }
    for (const child of childNames(record.children)) {
      const rows = record.children[child] ?? []
      // Of rows that can have none below them only the number counts.
      if (owners.has(child)) for (const row of rows) add(row)
      else count(child, rows.length)
    }
  }

  return {
    add,
    isWhole: () => isWhole,
    rows: (resource) => rows.get(resource) ?? 0,
    // Most reads are whole: nobody asks for keys.
    keys: (resource) => new Set(keys.get(resource)),
  }
}
