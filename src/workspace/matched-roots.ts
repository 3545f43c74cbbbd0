import { appliedRecord } from '../diff/applied-record.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { diffRoot } from '../diff/diff-root.ts'
import { withStored } from '../diff/stored-values.ts'
import { desiredOf, type LiveSources, recordSections, sectionNames } from '../pull/live-records.ts'
import type { TriedCatalogue } from '../pull/scratch-catalogue.ts'
import { baseDigest } from '../records/base-digest.ts'
import { counted, type OnRecords } from '../records/counted-records.ts'
import { keyOf } from '../records/named-fields.ts'
import { recordSource } from '../records/record-source.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { AppliedRoot } from '../state/base-write.ts'
import type { StateBase } from './state-base.ts'

/** A catalogue after it was edited to match a store, and the store. */
export interface Matched {
  readonly catalogue: Pick<TriedCatalogue, 'desired' | 'sources'>
  /** With all fields and rows that the catalogue manages. */
  readonly live: LiveSources
  readonly base: StateBase
  readonly capabilities: Capabilities
  readonly onRecords?: OnRecords | undefined
}

/**
 * The base of the root records that catalogue and store both have: the values of the catalogue where the store has them too, and where they
 * differ what was last applied before. Those that the base has already are left out.
 */
export async function* matchedRoots({ catalogue, live, base, capabilities, onRecords }: Matched): AsyncGenerator<AppliedRoot, void> {
  const { locate } = catalogue.sources
  for (const section of sectionNames) {
    const resource = recordSections[section]
    const there = recordSource(live[section])
    for (const desired of counted(desiredOf(catalogue.desired, section), onRecords)) {
      const key = keyOf(desired)
      const record = there.get(key)
      if (!record) continue
      const before = base.has(resource, key) ? (await base.get(resource, key))?.record : undefined
      const context: DiffContext = { capabilities, locate: (span) => locate(span) }
      const left = diffRoot({ desired, live: record, base: before }, context)
      const own = appliedRecord({ desired, before, left, capabilities })
      const applied = withStored(own, { before, rewritten: [], capabilities })
      if ((await base.digestOf(resource, key)) === baseDigest(applied)) continue
      yield { resource, key, base: { record: applied, source: locate(desired.source) } }
    }
  }
}
