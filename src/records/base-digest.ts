import { hash } from 'node:crypto'
import type { BaseRow } from './base-record.ts'
import { canonicalJson } from './canonical-json.ts'

/** Identifies the value of a record, 32 hex digits: equal for equal values, whatever the order of their fields. */
export function baseDigest(record: BaseRow): string {
  return digestOfJson(canonicalJson(record))
}

/** `baseDigest` of a record in canonical JSON. */
export function digestOfJson(json: string): string {
  return hash('sha256', json).slice(0, 32)
}
