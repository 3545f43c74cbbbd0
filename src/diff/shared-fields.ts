import type { FieldChange } from './change.ts'

/** More values of one field than these are different in most records: remembering them would take what sharing saves. */
const mostValues = 200

/**
 * Returns fields of created records with one object for those that are equal, such as the option value "Red": a plan has several for each record
 * that it creates, and most of them repeat. Other fields are returned as they are.
 */
export function openSharedFields(): (change: FieldChange) => FieldChange {
  const known = new Map<string, Map<string, FieldChange>>()

  function valuesOf(field: string): Map<string, FieldChange> {
    const values = known.get(field) ?? new Map<string, FieldChange>()
    known.set(field, values)
    return values
  }

  return (change) => {
    const { field, before, after, base } = change
    if (before !== null || base !== null || after === null) return change
    const values = valuesOf(field)
    const first = values.get(after)
    if (first === undefined && values.size < mostValues) values.set(after, change)
    return first ?? change
  }
}
