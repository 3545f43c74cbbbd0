import type { DesiredRecord } from '../records/desired.ts'

/** A record with what is only written when it is created. */
export function withCreated(record: DesiredRecord): DesiredRecord {
  if (!record.onCreate) return record
  const { fields, children } = record.onCreate
  return { ...record, fields: { ...record.fields, ...fields }, children: { ...record.children, ...children } }
}
