import { childNames } from '../records/child-names.ts'
import { identityFields, linked } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf, type ResourceName } from '../resources/registry.ts'
import { sameValue } from '../resources/scalar.ts'
import { hasValuesSent } from './compare-field.ts'

/** More rows in another order take longer to compare in turn than by their keys. */
const mostInTurn = 30

/**
 * True where a record of the store is as it was written, with the same rows in each collection that was written with it. False where that is
 * not easy to see: then its rows are to be compared by their keys (`compare-rows.ts`).
 */
export function isAsWritten(written: RecordTree, stored: RecordTree, capabilities: Capabilities): boolean {
  if (!isSameRow(written, stored, capabilities)) return false
  return childNames(written.children).every((name) => areAsWritten(name, [written, stored], capabilities))
}

function areAsWritten(
  name: ResourceName,
  [written, stored]: readonly [written: RecordTree, stored: RecordTree],
  capabilities: Capabilities,
): boolean {
  const [rows, found] = [written.children[name] ?? [], stored.children[name] ?? []]
  if (rows.length !== found.length) return false
  const isNext = (row: RecordTree, other: RecordTree | undefined): boolean =>
    other !== undefined && isAsWritten(linked(row, written), linked(other, stored), capabilities)
  const taken = new Set<number>()
  let next = 0
  for (const row of rows) {
    const at = placeFrom(next, found.length, (place) => !taken.has(place) && isNext(row, found[place]))
    if (at < 0) return false
    taken.add(at)
    next = at + 1
  }
  return true
}

/** The first place that fits, from one of them on, then from the beginning; -1 where none does, or where too many were tried. */
function placeFrom(start: number, count: number, fits: (place: number) => boolean): number {
  const most = Math.min(count, mostInTurn)
  for (let step = 0; step < most; step += 1) {
    const place = (start + step) % count
    if (fits(place)) return place
  }
  return -1
}

/** True for a row with the same identity that has each value as it was sent. */
function isSameRow({ resource, fields }: RecordTree, stored: RecordTree, capabilities: Capabilities): boolean {
  const { key } = resourceOf(resource)
  if (resource !== stored.resource || !hasValuesSent(resource, fields, stored.fields)) return false
  // A primary key has one form.
  if (key !== null && fields[key] !== undefined && fields[key] !== stored.fields[key]) return false
  // A row that was sent without a part of its key has the default of the store for it.
  return identityFields(resource, capabilities).every((name) => sameValue(fieldOf(resource, name), fields[name], stored.fields[name]))
}
