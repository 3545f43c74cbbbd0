import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'

/** The fields that tell rows of a resource apart in a read: its key, or the natural fields where it has none. */
export function rowFields(resource: RecordTree['resource']): readonly string[] {
  const { key, natural } = resourceOf(resource)
  return key === null ? natural : [key]
}

/** One text per row: equal for the same row read twice. */
export function identityOf(record: RecordTree): string {
  return JSON.stringify(rowFields(record.resource).map((field) => record.fields[field] ?? ''))
}
