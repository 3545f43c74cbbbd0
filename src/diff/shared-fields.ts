import type { FieldChange } from './change.ts'

/** More values of one field than these are different in most records: remembering them would take what sharing saves. */
const mostValues = 200
/** Of lists of several fields that repeat in other records, so many beginnings are remembered; of those that repeat in one record only, so many. */
const mostBeginnings = 10_000
const mostRecent = 100

/** The fields of a change, of which other changes can have the same objects. */
export type ShareFields = (fields: readonly FieldChange[]) => readonly FieldChange[]

/**
 * Returns fields of created records with one object for those that are equal, such as the option value "Red", and one list where lists are
 * equal: a plan has several of them for each record that it creates, and most repeat. Other fields are returned as they are.
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
    const { field, after } = change
    if (after === null || !isCreated(change)) return undefined
    const values = valuesOf(field)
    const first = values.get(after) ?? last.get(field)
    if (first?.[0]?.after === after) return first
    const own = [change]
    if (values.size < mostValues) values.set(after, own)
    else last.set(field, own)
    return own
  }

  const isKnown = (change: FieldChange): boolean => known.get(change.field)?.get(change.after ?? '')?.[0] === change
  const lists = openSharedLists(mostBeginnings)
  let recent = openSharedLists(mostRecent)
  return (fields) => {
    const [only] = fields
    if (only === undefined) return none
    if (fields.length === 1) return sharedOf(only) ?? fields
    const own = fields.map((change) => sharedOf(change)?.[0] ?? change)
    if (!own.every(isCreated)) return own
    if (own.every(isKnown)) return lists(own) ?? own
    // Other lists only come again in the same record.
    const found = recent(own)
    if (found) return found
    recent = openSharedLists(mostRecent)
    return own
  }
}

function isCreated({ before, after, base }: FieldChange): boolean {
  return before === null && base === null && after !== null
}

/** The lists that begin with some fields. */
interface Beginning {
  readonly next: Map<FieldChange, Beginning>
  list?: readonly FieldChange[]
}

/** Returns one list for those of the same objects; `undefined` where there is no room to remember another one. */
function openSharedLists(most: number): (fields: readonly FieldChange[]) => readonly FieldChange[] | undefined {
  const start: Beginning = { next: new Map() }
  let beginnings = 0
  return (fields) => {
    let reached = start
    for (const change of fields) {
      let next = reached.next.get(change)
      if (!next) {
        if (beginnings === most) return undefined
        beginnings += 1
        next = { next: new Map() }
        reached.next.set(change, next)
      }
      reached = next
    }
    return (reached.list ??= fields)
  }
}

const none: readonly FieldChange[] = []
