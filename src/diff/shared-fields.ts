import type { FieldChange } from './change.ts'

/** More values of one field than these are different in most records: remembering them would take what sharing saves. */
const mostValues = 200

/** The fields of a change, of which other changes can have the same objects. */
export type ShareFields = (fields: readonly FieldChange[]) => readonly FieldChange[]

/**
 * Returns fields of created records with one object for those that are equal, such as the option value "Red", and one list where it is the only
 * field: a plan has several of them for each record that it creates, and most repeat. Other fields are returned as they are.
 */
export function openSharedFields(): ShareFields {
  const known = new Map<string, Map<string, readonly FieldChange[]>>()
  /** The last value of each field that has too many: rows name the key of their record one after the other. */
  const last = new Map<string, readonly FieldChange[]>()

  function valuesOf(field: string): Map<string, readonly FieldChange[]> {
    const values = known.get(field) ?? new Map<string, readonly FieldChange[]>()
    known.set(field, values)
    return values
  }

  /** A list of this field alone; `undefined` for a field that is not created. */
  function sharedOf(change: FieldChange): readonly FieldChange[] | undefined {
    const { field, before, after, base } = change
    if (before !== null || base !== null || after === null) return undefined
    const values = valuesOf(field)
    const first = values.get(after) ?? last.get(field)
    if (first?.[0]?.after === after) return first
    const own = [change]
    if (values.size < mostValues) values.set(after, own)
    else last.set(field, own)
    return own
  }

  return (fields) => {
    const [only] = fields
    if (only === undefined) return none
    return fields.length === 1 ? (sharedOf(only) ?? fields) : fields.map((change) => sharedOf(change)?.[0] ?? change)
  }
}

const none: readonly FieldChange[] = []
