import { asSent, rewrittenPart } from '../diff/stored-values.ts'
import { type LiveSources, recordSections, sectionNames } from '../pull/live-records.ts'
import type { BaseRow } from '../records/base-record.ts'
import { type Records, recordSource } from '../records/record-source.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { StateBase } from './state-base.ts'

/**
 * The records of a store with the values that the last apply sent, where the store changed them in an accepted way and nobody has changed them
 * since (docs/base.md): a catalogue that follows the store keeps them.
 */
export async function liveAsSent(live: LiveSources, base: StateBase, capabilities: Capabilities): Promise<LiveSources> {
  const applied = new Map(
    await Promise.all(
      sectionNames.map(async (section) => [section, await rewrittenRoots(recordSections[section], base, capabilities)] as const),
    ),
  )
  const seen = (section: (typeof sectionNames)[number]): Records<RecordTree> =>
    recordsAsSent(live[section], applied.get(section) ?? new Map(), capabilities)
  return { ...live, groups: [...seen('groups')], categories: [...seen('categories')], products: seen('products') }
}

/** The root records of a resource in which the store changed values, with these values. */
async function rewrittenRoots(
  resource: (typeof recordSections)[keyof typeof recordSections],
  base: StateBase,
  capabilities: Capabilities,
): Promise<ReadonlyMap<string, BaseRow>> {
  const roots = new Map<string, BaseRow>()
  for (const key of base.keys(resource)) {
    const applied = base.mayBeRewritten(resource, key) ? await base.get(resource, key) : undefined
    const part = applied && rewrittenPart(applied.record, capabilities)
    if (part) roots.set(key, part)
  }
  return roots
}

function recordsAsSent(
  records: Records<RecordTree>,
  applied: ReadonlyMap<string, BaseRow>,
  capabilities: Capabilities,
): Records<RecordTree> {
  if (applied.size === 0) return records
  const source = recordSource(records)
  const get = (key: string): RecordTree | undefined => {
    const [record, own] = [source.get(key), applied.get(key)]
    return record && own ? asSent(record, own, capabilities) : record
  }
  return {
    keys: () => source.keys(),
    get,
    *[Symbol.iterator]() {
      for (const key of source.keys()) {
        const record = get(key)
        if (record) yield record
      }
    },
  }
}
