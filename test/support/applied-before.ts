import { managedOf } from '../../src/diff/applied-record.ts'
import type { BaseRecords } from '../../src/records/base-record.ts'
import type { Desired } from '../../src/records/desired.ts'
import { keyOf } from '../../src/records/named-fields.ts'

/** The catalogue as what was last applied. */
export function appliedBefore({ roots }: Desired): BaseRecords {
  const known = new Map(
    Object.entries(roots).map(([name, records]) => [name, new Map(records.map((record) => [keyOf(record), managedOf(record)]))]),
  )
  return {
    keys: (resource) => known.get(resource)?.keys() ?? [],
    has: (resource, key) => known.get(resource)?.has(key) ?? false,
    get: (resource, key) => {
      const record = known.get(resource)?.get(key)
      return Promise.resolve(record && { record, source: null })
    },
  }
}
