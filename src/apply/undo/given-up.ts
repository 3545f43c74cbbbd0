import type { RootedChange } from '../../diff/change.ts'
import { addressOf } from '../../records/address.ts'
import { keyNames } from '../../records/row-identity.ts'
import type { DoneChange } from './done-changes.ts'

/** What a row that a run took from another product was there: for that product a removal, which the plan of the run does not list. */
export function givenUp({ change, isComplete }: DoneChange<RootedChange>): readonly DoneChange<RootedChange>[] {
  if (change.kind !== 'record' || !change.takenFrom || !change.takenRow) return []
  const { resource, takenFrom: root, takenRow, origin } = change
  const key = Object.fromEntries(keyNames(resource).map((name) => [name, takenRow[name] ?? '']))
  const fields = Object.entries(takenRow).map(([field, before]) => ({ field, before, after: null, base: null }))
  const removal = {
    kind: 'record',
    address: addressOf(resource, key),
    action: 'remove',
    resource,
    root,
    key,
    fields,
    origin,
    source: null,
  } as const
  return [{ change: removal, isComplete, written: new Map(), entries: [] }]
}
