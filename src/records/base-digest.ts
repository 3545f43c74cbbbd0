import { hash } from 'node:crypto'
import type { BaseRow } from './base-record.ts'
import { canonicalJson } from './canonical-json.ts'

/** Identifies the value of a record, 32 hex digits: equal for equal values, whatever the order of their fields. */
export function baseDigest(record: BaseRow): string {
  return hash('sha256', canonicalJson(record)).slice(0, 32)
}
