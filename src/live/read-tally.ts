import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'

/** Counts of a read of the live state: rows by resource, and the keys of records that have child records. */
export interface ReadTally {
  /** Yields the records unchanged and counts them, children included. */
  tap(records: AsyncIterable<RecordTree>): AsyncGenerator<RecordTree>
  /** The number of rows of a resource. */
  rows(resource: ResourceName): number
  /** The keys of a parent resource that was read; `undefined` for other resources. */
  keys(resource: ResourceName): ReadonlySet<string> | undefined
}

/** The resources with child resources (platform.md, the relations of Product, Variants and Cat). */
const owners: ReadonlySet<ResourceName> = new Set(['Product', 'Variants', 'Cat'])

/** An empty tally. Memory is limited by the keys of products, variants and categories. */
export function openTally(): ReadTally {
  const rows = new Map<ResourceName, number>()
  const keys = new Map<ResourceName, Set<string>>()

  function add(record: RecordTree): void {
    const { resource, fields } = record
    rows.set(resource, (rows.get(resource) ?? 0) + 1)
    const { key } = resourceOf(resource)
    if (owners.has(resource) && key !== null) {
      const known = keys.get(resource) ?? new Set()
      keys.set(resource, known.add(fields[key] ?? ''))
    }
    for (const child of childNames(record.children)) {
      for (const row of record.children[child] ?? []) add(row)
    }
  }

  return {
    async *tap(records) {
      for await (const record of records) {
        add(record)
        yield record
      }
    },
    rows: (resource) => rows.get(resource) ?? 0,
    keys: (resource) => keys.get(resource),
  }
}
