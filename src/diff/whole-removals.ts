import { orderedFields } from '../records/field-order.ts'
import { keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { RecordChange, RootedChange } from './change.ts'
import { takenFromGiver } from './left-over-row.ts'
import { listOfRuns, runsOf, unpackedChanges, withUnpacked } from './packed-changes.ts'

/** The keys of the records that some changes remove or take from another product, by resource: what an undo has to create again is read whole. */
export function removedKeys(changes: readonly RootedChange[]): ReadonlyMap<ResourceName, readonly string[]> {
  const removed = unpackedChanges(changes).filter(isLost)
  const byResource = Map.groupBy(removed, ({ resource }) => resource)
  return new Map([...byResource].map(([resource, own]) => [resource, own.map(ownKey)]))
}

/** The same changes; one that removes or takes one of these records names all fields that it has, so that nothing of it is lost (docs/undo.md). */
export function withWholeRemovals(changes: readonly RootedChange[], rows: readonly RecordTree[]): readonly RootedChange[] {
  const byKey = new Map(rows.map((row) => [`${row.resource} ${keyOf(row)}`, row]))
  if (byKey.size === 0) return changes
  const withAll = (change: RootedChange): RootedChange => {
    const row = isLost(change) ? byKey.get(`${change.resource} ${ownKey(change)}`) : undefined
    if (!row || !isLost(change)) return change
    return change.takenFrom ? takenFromGiver(change, row) : whole(change, row)
  }
  return listOfRuns(withUnpacked(runsOf(changes), (run) => run.map(withAll)))
}

function isLost(change: RootedChange): change is RecordChange {
  if (change.kind !== 'record' || !(change.action === 'remove' || change.takenFrom)) return false
  return resourceOf(change.resource).key !== null && ownKey(change) !== ''
}

function ownKey({ resource, key }: RecordChange): string {
  return key[resourceOf(resource).key ?? ''] ?? ''
}

/** Fields that are empty are named, too: what somebody fills in before the apply is not lost. */
function whole(change: RecordChange, { resource, fields }: RecordTree): RecordChange {
  const known = new Map(change.fields.map((field) => [field.field, field]))
  const own = Object.fromEntries(change.fields.map(({ field, before }) => [field, before ?? '']))
  const all = Object.entries(orderedFields(resource, { ...fields, ...own }))
  return { ...change, fields: all.map(([field, before]) => ({ field, before, after: null, base: known.get(field)?.base ?? null })) }
}
