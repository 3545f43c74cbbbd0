import { managedOf } from '../../src/diff/applied-record.ts'
import type { BaseRecord, BaseRecords } from '../../src/records/base-record.ts'
import { keyOf } from '../../src/records/named-fields.ts'
import type { FlatCatalogue } from './written-catalogue.ts'

/** What is known of a store to which a catalogue was applied. */
export function appliedCatalogue({ desired, locate }: FlatCatalogue): BaseRecords {
  const records = Object.values(desired.roots).flat()
  const known = new Map<string, ReadonlyMap<string, BaseRecord>>(
    [...Map.groupBy(records, ({ resource }) => resource)].map(([resource, own]) => [
      resource,
      new Map(own.map((record) => [keyOf(record), { record: managedOf(record), source: locate(record.source) }])),
    ]),
  )
  return {
    keys: (resource) => known.get(resource)?.keys() ?? [],
    has: (resource, key) => known.get(resource)?.has(key) === true,
    get: (resource, key) => Promise.resolve(known.get(resource)?.get(key)),
  }
}
