import { expect } from 'vitest'
import { openContentHash } from '../../../src/catalogue/content-hash.ts'
import type { BaseRow } from '../../../src/records/base-record.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { keyOf } from '../../../src/records/named-fields.ts'
import { type RecordSource, recordSource } from '../../../src/records/record-source.ts'
import { appliedBase, type AppliedInput } from '../../../src/workspace/applied-base.ts'

/** The same records, of which the content is known as in a catalogue that was read. */
export function withContents(records: readonly DesiredRecord[]): RecordSource<DesiredRecord> {
  const hash = openContentHash()
  const contents = new Map(records.map((record) => [keyOf(record), hash.add(record)]))
  return Object.assign(recordSource(records), { content: (key: string) => contents.get(key) })
}

/**
 * Checks that what is recorded of the records that a plan does not change is what a comparison of all values records, whatever the order of
 * rows. `desired`: without contents.
 */
export async function checkUnchanged(input: AppliedInput): Promise<void> {
  for await (const { resource, key, base } of appliedBase(input).unchanged()) {
    const known = await input.base.get(resource, key)
    expect(inRowOrder(known?.record)).toEqual(inRowOrder(base.record))
  }
}

function inRowOrder(record: BaseRow | undefined): unknown {
  return record && { ...record, children: Object.values(record.children).map((rows) => rows.map((row) => JSON.stringify(row)).toSorted()) }
}
