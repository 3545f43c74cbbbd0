import type { ChangeRoot, RecordChange, RootedChange } from '../../diff/change.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { resourceOf } from '../../resources/registry.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { isOn } from '../../resources/scalar.ts'
import { desiredRow } from './desired-row.ts'
import type { DoneChange } from './done-changes.ts'
import { recreated, restoreRecord, type UndoContext } from './restore-rows.ts'

/** A root record, and what a run did to it. */
export interface RunRoot {
  readonly root: ChangeRoot
  readonly done: readonly DoneChange<RootedChange>[]
}

/** What an undo wants of one root record: `null` where nothing is to be done; a change that cannot be made. */
export type RestoredRoot = { readonly record: DesiredRecord } | { readonly cannot: RecordChange } | null

/**
 * A root record with the inverse of what a run did to it, as far as the store still has what the run wrote. A record that the run
 * created is hidden by its flag and stays; one that it removed is created again.
 */
export function restoreRoot({ root, done }: RunRoot, live: RecordTree | undefined, context: UndoContext): RestoredRoot {
  const own = done.find((each): each is DoneChange<RecordChange> => each.change.kind === 'record' && each.change.address === root.address)
  if (own?.change.action === 'remove' && live === undefined) return { record: recreated(own, done) }
  if (live === undefined) {
    context.notes.gone(root.address)
    return null
  }
  if (own?.change.action === 'create') return retired(own.change, live)
  if (own?.change.action === 'remove') context.notes.changed(root.address)
  const { fields, children } = restoreRecord(live, { own, below: done }, context)
  if (Object.keys(fields).length + Object.keys(children).length === 0) return null
  return { record: desiredRow(root.resource, { ...naturalKey(live), ...fields }, children) }
}

/** A record that the run created: no request that the platform documents deletes it. */
function retired(change: RecordChange, live: RecordTree): RestoredRoot {
  const { hiddenBy, noun } = resourceOf(change.resource)
  if (hiddenBy === undefined) {
    const reason = `The run created this ${noun.one}, and the platform has no flag that hides one: it stays.`
    const { address, resource, root, key } = change
    return { cannot: { kind: 'record', address, resource, root, key, fields: [], action: 'cannot', reason, origin: 'git', source: null } }
  }
  if (isOn(live.fields[hiddenBy])) return null
  return { record: desiredRow(change.resource, { ...naturalKey(live), [hiddenBy]: 'true', ...slugGivenBack(change, live) }) }
}

/** Clears the slug that the run moved from another record, to which the undo returns it. */
function slugGivenBack({ movedFrom, resource, fields }: RecordChange, live: RecordTree): Record<string, string> {
  const { slugField = '' } = resourceOf(resource)
  const slug = movedFrom && fields.find(({ field }) => field === slugField)?.after
  return slug && live.fields[slugField] === slug ? { [slugField]: '' } : {}
}

function naturalKey({ resource, fields }: RecordTree): Record<string, string> {
  return Object.fromEntries(resourceOf(resource).natural.map((name) => [name, fields[name] ?? '']))
}
