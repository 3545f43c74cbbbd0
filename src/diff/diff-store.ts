import { invariant } from '../errors.ts'
import type { DesiredRecord, DesiredSources, RootName } from '../records/desired.ts'
import { type Records, type RecordSource, recordSource } from '../records/record-source.ts'
import { keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { plannedRoots } from '../resources/registry.ts'
import type { RootedChange } from './change.ts'
import type { DiffContext } from './diff-context.ts'
import { diffRoot } from './diff-root.ts'
import { withoutMoves } from './moved-rows.ts'
import { parentsFirst } from './parents-first.ts'
import { openSlugOwners } from './slug-owners.ts'

/** The root records of a store by resource, each once, in any order. */
export type LiveRoots = Readonly<Partial<Record<RootName, AsyncIterable<RecordTree>>>>

function inOrder(resource: RootName, records: Records<DesiredRecord>): RecordSource<DesiredRecord> {
  return recordSource(resource === 'Product' ? records : parentsFirst([...records]))
}

interface Comparison {
  readonly context: DiffContext
  /** Receives each live root once, with the record of the catalogue if it has one. */
  readonly onLive: (live: RecordTree, desired: DesiredRecord | undefined) => void
}

async function diffRoots(
  records: RecordSource<DesiredRecord>,
  live: AsyncIterable<RecordTree>,
  { context, onLive }: Comparison,
): Promise<RootedChange[]> {
  const found = new Map<string, readonly RootedChange[]>()
  for await (const record of live) {
    const key = keyOf(record)
    if (found.has(key)) continue
    const desired = records.get(key)
    onLive(record, desired)
    if (desired) found.set(key, diffRoot({ desired, live: record, base: undefined }, context))
  }
  return Array.from(records.keys()).flatMap((key) => {
    const desired = found.has(key) ? undefined : records.get(key)
    return desired ? diffRoot({ desired, live: undefined, base: undefined }, context) : (found.get(key) ?? [])
  })
}

/**
 * Compares the whole catalogue with a store: groups, categories (parents first), products. Reads one live root at a time,
 * so that memory follows the changes. Roots that the catalogue does not have are not managed (the base is empty) and are ignored.
 */
export async function diffStore(desired: DesiredSources, live: LiveRoots, context: DiffContext): Promise<readonly RootedChange[]> {
  const slugs = openSlugOwners()
  const parts = await Promise.all(
    plannedRoots.map(async (resource) => {
      const records = inOrder(resource, desired.roots[resource] ?? [])
      if (Iterator.from(records.keys()).next().done === true) return []
      const roots = live[resource]
      invariant(roots !== undefined, `${resource} is managed and was not read`)
      return await diffRoots(records, roots, { context, onLive: (record, own) => slugs.add(resource, record, own) })
    }),
  )
  return slugs.marked(withoutMoves(parts.flat()))
}
