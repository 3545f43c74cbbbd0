import type { ChangeRoot, RecordChange, RootedChange } from '../../diff/change.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { fieldOf, resourceOf } from '../../resources/registry.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { isOn } from '../../resources/scalar.ts'
import { desiredRow } from './desired-row.ts'
import type { DoneChange } from './done-changes.ts'
import { isAsWritten } from './restore-fields.ts'
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
  if (own?.change.action === 'create') return retired(own.change, live, { ...context, taken: done.filter(isTaken) })
  if (own?.change.action === 'remove' && own.isComplete) {
    // It is there again: somebody has made another record of its key.
    context.notes.changed(root.address)
    return null
  }
  const { fields, children } = restoreRecord(live, { own: own && notRemoved(own), below: done }, context)
  if (Object.keys(fields).length + Object.keys(children).length === 0) return null
  return { record: desiredRow(root.resource, { ...naturalKey(live), ...fields }, children) }
}

/** Where a run ended before it removed a record, what it wrote to it: it was hidden first. */
function notRemoved(own: DoneChange<RecordChange>): DoneChange<RecordChange> {
  if (own.change.action !== 'remove') return own
  const fields = own.change.fields.filter(({ field }) => own.written.has(field))
  return { ...own, change: { ...own.change, action: 'update', fields } }
}

function isTaken({ change }: DoneChange<RootedChange>): boolean {
  return change.kind === 'record' && change.takenRow !== undefined
}

/** What an undo needs of a record that the run created. */
interface RetiredContext extends UndoContext {
  /** The rows that the run took from other products. */
  readonly taken: readonly DoneChange<RootedChange>[]
}

/** A record that the run created: no request that the platform documents deletes it. Rows of other products are given back. */
function retired(change: RecordChange, live: RecordTree, { taken, ...context }: RetiredContext): RestoredRoot {
  const { notes } = context
  const { hiddenBy, noun } = resourceOf(change.resource)
  if (isOfOthers(change, live)) {
    notes.changed(change.address)
    return null
  }
  if (hiddenBy === undefined) {
    const reason = `The run created this ${noun.one}, and the platform has no flag that hides one: it stays.`
    const { address, resource, root, key } = change
    return { cannot: { kind: 'record', address, resource, root, key, fields: [], action: 'cannot', reason, origin: 'git', source: null } }
  }
  const { children } = restoreRecord(live, { own: undefined, below: taken }, context)
  const slug = slugGivenBack(change, live)
  if (isOn(live.fields[hiddenBy]) && Object.keys(children).length + Object.keys(slug).length === 0) return null
  return { record: desiredRow(change.resource, { ...naturalKey(live), [hiddenBy]: 'true', ...slug }, children) }
}

/** True where the store has none of the values that a record was created with, flags aside: somebody uses its key for another one. */
function isOfOthers({ resource, fields }: RecordChange, live: RecordTree): boolean {
  const { natural } = resourceOf(resource)
  const isFlag = (field: string): boolean => fieldOf(resource, field).kind === 'flag'
  const written = fields.filter(({ field, after }) => (after ?? '') !== '' && !isFlag(field) && !natural.includes(field))
  return written.length > 0 && written.every(({ field, after }) => !isAsWritten(resource, { [field]: after ?? '' }, live.fields))
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
