import type { Change } from '../diff/change.ts'
import type { Fields } from '../resources/resource.ts'
import { valuesOf } from './record-of-change.ts'

const optionFields: ReadonlySet<string> = new Set(['option_type', 'options_advanced'])

function isLast([field, value]: readonly [string, string], switches: boolean): boolean {
  if (field === 'inactive') return value === 'false'
  return optionFields.has(field) || (switches && field === 'price')
}

/**
 * The fields of a product in the store that are written after everything else of it: what makes it visible, and what
 * switches between its own price, which comes along, and its variants. A shopper never meets a kind of product whose rows are not there yet.
 */
export function lastFields(change: Change | undefined): Fields {
  if (change?.resource !== 'Product' || change.action !== 'update') return {}
  const values = Object.entries(valuesOf(change))
  const switches = values.some(([field]) => optionFields.has(field))
  return Object.fromEntries(values.filter((value) => isLast(value, switches)))
}

/** True where some field of the change is written last. */
export function endsLater(change: Change | undefined): boolean {
  return Object.keys(lastFields(change)).length > 0
}

/** The change with the fields that need not wait. */
export function withoutLastFields(change: Change): Change {
  const last = lastFields(change)
  return { ...change, fields: change.fields.filter(({ field }) => !(field in last)) }
}
