import type { Filter } from '../../wire/filters.ts'
import type { Condition } from '../data-api/filter-sql.ts'
import { quoted } from '../database/table-sql.ts'
import { invalidFields } from '../store-fault.ts'

const fields: readonly string[] = ['id', 'name', 'url']

/**
 * Which subscriptions a DELETE removes (platform.md, "Webhooks"): exactly these values. No wildcard here, because `%` is a
 * character of many addresses.
 */
export function subscriptionCondition(filters: readonly Filter[]): Condition {
  const invalid = filters.map(({ field }) => field).filter((field) => !fields.includes(field))
  if (invalid.length > 0) throw invalidFields(invalid)
  return {
    where: filters.map(({ field }) => `t.${quoted(field)} IN (SELECT value FROM json_each(?))`).join(' AND ') || '1',
    parameters: filters.map(({ values }) => JSON.stringify(values)),
  }
}
