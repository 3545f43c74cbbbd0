import { invariant } from '../errors.ts'
import type { Desired, DesiredRecord, RootName } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { plannedRoots } from '../resources/registry.ts'
import type { RootedChange } from './change.ts'
import type { DiffContext } from './diff-context.ts'
import { diffRoot } from './diff-root.ts'
import { withoutMoves } from './moved-rows.ts'
import { parentsFirst } from './parents-first.ts'

/** The root records of a store by resource, each once, in any order. */
export type LiveRoots = Readonly<Partial<Record<RootName, AsyncIterable<RecordTree>>>>

function inOrder(resource: RootName, records: readonly DesiredRecord[]): readonly DesiredRecord[] {
  return resource === 'Product' ? records : parentsFirst(records)
}

async function diffRoots(
  records: readonly DesiredRecord[],
  live: AsyncIterable<RecordTree>,
  context: DiffContext,
): Promise<RootedChange[]> {
  const byKey = new Map(records.map((record) => [keyOf(record), record]))
  const found = new Map<DesiredRecord, readonly RootedChange[]>()
  for await (const record of live) {
    const desired = byKey.get(keyOf(record))
    if (desired && !found.has(desired)) found.set(desired, diffRoot({ desired, live: record, base: undefined }, context))
  }
  return records.flatMap((desired) => found.get(desired) ?? diffRoot({ desired, live: undefined, base: undefined }, context))
}

/**
 * Compares the whole catalogue with a store: groups, categories (parents first), products. Reads one live root at a time,
 * so that memory follows the changes. Roots that the catalogue does not have are not managed (the base is empty) and are ignored.
 */
export async function diffStore(desired: Desired, live: LiveRoots, context: DiffContext): Promise<readonly RootedChange[]> {
  const parts = await Promise.all(
    plannedRoots.map(async (resource) => {
      const records = desired.roots[resource] ?? []
      if (records.length === 0) return []
      const roots = live[resource]
      invariant(roots !== undefined, `${resource} is managed and was not read`)
      return await diffRoots(inOrder(resource, records), roots, context)
    }),
  )
  return withoutMoves(parts.flat())
}
