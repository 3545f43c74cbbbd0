import type { KnownRecords, ReadRecord, RecordTree, RowCounts } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { childNames } from './child-names.ts'
import { keyOf } from './named-fields.ts'

/**
 * Root records that were found equal to a catalogue, by the text of the store's answer: about 150 bytes for each. They hold only for that catalogue, in
 * memory, and that store.
 */
export interface EqualRecords extends KnownRecords {
  readonly size: number
  /** Adds a record of the store; one without a digest is left out. */
  readonly add: (record: ReadRecord) => void
  clear(): void
}

interface Equal {
  readonly key: string
  readonly rows: RowCounts
}

/** An empty collection. */
export function openEqualRecords(): EqualRecords {
  const all = new Map<ResourceName, Map<string, Equal>>()
  // Most records have as many rows as others: they share the counts.
  const counts = new Map<string, RowCounts>()

  function countsOf(record: RecordTree): RowCounts {
    const rows = rowsBelow(record, new Map())
    const text = [...rows].join()
    const known = counts.get(text) ?? rows
    counts.set(text, known)
    return known
  }

  return {
    get size() {
      return [...all.values()].reduce((sum, { size }) => sum + size, 0)
    },
    find: (resource, digest) => {
      const equal = all.get(resource)?.get(digest)
      return equal && { resource, fields: { [resourceOf(resource).key ?? '']: equal.key }, children: {}, rows: equal.rows }
    },
    add: (record) => {
      const { resource, digest } = record
      if (digest === undefined) return
      const ofResource = all.get(resource) ?? new Map<string, Equal>()
      all.set(resource, ofResource.set(digest, { key: keyOf(record), rows: countsOf(record) }))
    },
    clear: () => {
      all.clear()
      counts.clear()
    },
  }
}

function rowsBelow({ children }: RecordTree, counts: Map<ResourceName, number>): RowCounts {
  for (const child of childNames(children)) {
    const rows = children[child] ?? []
    if (rows.length > 0) counts.set(child, (counts.get(child) ?? 0) + rows.length)
    for (const row of rows) rowsBelow(row, counts)
  }
  return counts
}
