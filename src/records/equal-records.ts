import type { Children, KnownRecords, ReadRecord, RecordTree, RowCounts } from '../resources/record-tree.ts'
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

/** An empty collection. */
export function openEqualRecords(): EqualRecords {
  const all = new Map<ResourceName, EqualOfResource>()
  const counts = openRowCounts()
  return {
    get size() {
      return [...all.values()].reduce((sum, { digests }) => sum + digests.length, 0)
    },
    find: (resource, digest) => {
      const equal = all.get(resource)
      const place = equal && placeOf(equal, digest)
      if (!equal || place === undefined) return undefined
      // The next look begins with the first record.
      equal.next = (place + 1) % equal.digests.length
      return { resource, fields: { [equal.keyName]: equal.keys[place] ?? '' }, children: none, rows: equal.rows[place] ?? noRows }
    },
    add: (record) => {
      const { resource, digest } = record
      if (digest === undefined) return
      const equal = all.get(resource) ?? openResource(resource)
      all.set(resource, equal)
      equal.places?.set(digest, equal.digests.length)
      equal.digests.push(digest)
      equal.keys.push(keyOf(record))
      equal.rows.push(counts.of(record))
    },
    clear: () => {
      all.clear()
      counts.clear()
    },
  }
}

const none: Children<RecordTree> = {}
const noRows: RowCounts = new Map()

/** The equal records of one resource, in the order in which they were added. */
interface EqualOfResource {
  readonly keyName: string
  readonly digests: string[]
  readonly keys: string[]
  readonly rows: RowCounts[]
  /** The place after the record that was found last. */
  next: number
  /** How many were not found near that place. */
  missed: number
  /** By digest, once it is needed. */
  places: Map<string, number> | null
}

function openResource(resource: ResourceName): EqualOfResource {
  return { keyName: resourceOf(resource).key ?? '', digests: [], keys: [], rows: [], next: 0, missed: 0, places: null }
}

/** So many places are looked at from the next one on: a store that answers in the order of before has one record fewer now and then. */
const mostAhead = 16
/** Where one record in so many is not near the next place, another order is likely, and all places are indexed. */
const likelyMisses = 64

/** The place of a digest. A store answers mostly in the order of before: looking at the next place takes a sixth of the time of a map. */
function placeOf(equal: EqualOfResource, digest: string): number | undefined {
  const { digests, next } = equal
  const end = Math.min(digests.length, next + mostAhead)
  for (let at = next; at < end; at += 1) if (digests[at] === digest) return at
  equal.missed += 1
  if (equal.missed * likelyMisses <= digests.length) return undefined
  equal.places ??= new Map(digests.map((one, at) => [one, at]))
  return equal.places.get(digest)
}

/** The numbers of rows of records. Most records have as many rows as others: they share the counts. */
interface RowCounter {
  readonly of: (record: RecordTree) => RowCounts
  readonly clear: () => void
}

function openRowCounts(): RowCounter {
  const known = new Map<string, RowCounts>()
  const own = new Map<ResourceName, number>()
  let last = noRows
  return {
    of: (record) => {
      own.clear()
      countRows(record, own)
      if (isSame(own, last)) return last
      const text = [...own].join()
      last = known.get(text) ?? new Map(own)
      known.set(text, last)
      return last
    },
    clear: () => known.clear(),
  }
}

function countRows({ children }: RecordTree, counts: Map<ResourceName, number>): void {
  for (const child of childNames(children)) {
    const rows = children[child] ?? []
    if (rows.length > 0) counts.set(child, (counts.get(child) ?? 0) + rows.length)
    for (const row of rows) countRows(row, counts)
  }
}

function isSame(counts: RowCounts, other: RowCounts): boolean {
  if (counts.size !== other.size) return false
  for (const name of counts.keys()) if (counts.get(name) !== other.get(name)) return false
  return true
}
