import type { RecordTree } from '../resources/record-tree.ts'
import type { DesiredRecord } from './desired.ts'

/** A desired record as a new store has it: with the fields and children that are written on create only. */
export function asStored({ resource, fields, children, onCreate }: DesiredRecord): RecordTree {
  const all = { ...children, ...onCreate?.children }
  return {
    resource,
    fields: { ...fields, ...onCreate?.fields },
    children: Object.fromEntries(Object.entries(all).map(([name, rows]) => [name, rows.map(asStored)])),
  }
}
