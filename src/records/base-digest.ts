import { createHash } from 'node:crypto'
import type { BaseRow } from './base-record.ts'
import { canonicalJson } from './canonical-json.ts'

/** Identifies the value of a record, 32 hex digits: equal for equal values, whatever the order of their fields. */
export function baseDigest(record: BaseRow): string {
  return createHash('sha256').update(canonicalJson(record)).digest('hex').slice(0, 32)
}
