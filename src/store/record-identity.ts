import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'

/** The fields that identify a row of a resource in a read: its key, or its natural key where it has none. */
export function rowFields(resource: RecordTree['resource']): readonly string[] {
  const { key, natural } = resourceOf(resource)
  return key === null ? natural : [key]
}

/** A text that identifies a row: equal where the same row is read twice. */
export function identityOf(record: RecordTree): string {
  return JSON.stringify(rowFields(record.resource).map((field) => record.fields[field] ?? ''))
}
