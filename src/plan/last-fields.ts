import type { RecordChange } from '../diff/change.ts'
import { resourceOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { isOn } from '../resources/scalar.ts'
import { valuesOf } from './record-of-change.ts'

const optionFields: ReadonlySet<string> = new Set(['option_type', 'options_advanced'])

/** True for a value that makes its record visible, and for the slug that another one gives up for it. */
function shows({ resource, movedFrom }: RecordChange, [field, value]: readonly [string, string]): boolean {
  const { hiddenBy, slugField } = resourceOf(resource)
  return (field === hiddenBy && !isOn(value)) || (field === slugField && movedFrom !== undefined)
}

/** True for a product or category that takes the place of another one: it is shown, with its slug, when that one is hidden. */
export function takesPlace({ own }: { readonly own: RecordChange | undefined }): boolean {
  return own?.movedFrom !== undefined && resourceOf(own.resource).hiddenBy !== undefined
}

/** The fields that are written to such a record then. */
export function placeFields(own: RecordChange): Fields {
  if (own.action !== 'create') return lastFields(own)
  const set = Object.entries(valuesOf(own)).filter(([, value]) => value !== '')
  return Object.fromEntries(set.filter((value) => shows(own, value)))
}

/** True for a change of a field that can be one of the last; whether it is, depends on its value and on the other fields. */
function canHaveLast({ resource, fields }: RecordChange): boolean {
  const { hiddenBy, slugField } = resourceOf(resource)
  if (hiddenBy === undefined) return false
  for (const { field } of fields) if (field === hiddenBy || field === slugField || optionFields.has(field)) return true
  return false
}

function isOfKind(field: string, switches: boolean): boolean {
  return optionFields.has(field) || (switches && (field === 'price' || field === 'advanced_pricing'))
}

/**
 * The fields of an existing product or category that are written after everything else of it: what makes it visible, and what
 * switches between the own pricing of a product, written in the same request, and its variants. A shopper never sees a product of a
 * kind whose rows do not exist yet.
 */
export function lastFields(change: RecordChange | undefined): Fields {
  if (change?.action !== 'update' || !canHaveLast(change)) return noFields
  const values = Object.entries(valuesOf(change))
  const switches = values.some(([field]) => optionFields.has(field))
  return Object.fromEntries(values.filter((value) => shows(change, value) || isOfKind(value[0], switches)))
}

/** True for an update of a product that changes how its options and variants are offered. */
export function changesKind(change: RecordChange): boolean {
  return change.resource === 'Product' && change.action === 'update' && change.fields.some(({ field }) => optionFields.has(field))
}

/** Which prices shoppers pay after an update of a product that changes it: its own, or those of its variants; `undefined` where that stays. */
export function kindSwitch(change: RecordChange | undefined): 'simple' | 'matrix' | undefined {
  if (change?.resource !== 'Product' || change.action !== 'update') return undefined
  const kind = change.fields.find(({ field }) => field === 'option_type')
  if (!kind || (kind.before === 'Matrix') === (kind.after === 'Matrix')) return undefined
  return kind.after === 'Matrix' ? 'matrix' : 'simple'
}

const noFields: Fields = {}

/** True where some field of the change is written last. */
export function endsLater(change: RecordChange | undefined): boolean {
  const last = lastFields(change)
  return last !== noFields && Object.keys(last).length > 0
}

/** The change with the fields that can be written at once. */
export function withoutLastFields(change: RecordChange): RecordChange {
  if (!endsLater(change)) return change
  const last = lastFields(change)
  return { ...change, fields: change.fields.filter(({ field }) => !(field in last)) }
}
