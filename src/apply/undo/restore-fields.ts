import type { FieldChange, RecordChange } from '../../diff/change.ts'
import { fieldOf, type ResourceName } from '../../resources/registry.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import type { Fields } from '../../resources/resource.ts'
import { sameValue } from '../../resources/scalar.ts'
import { compareFields } from '../compare-field.ts'
import type { DoneChange } from './done-changes.ts'
import type { UndoNotes } from './undo-notes.ts'

/** The fields of a record with the values before a run, where the store still has what the run wrote; the others are noted. */
export function restoreFields({ change, isComplete, written }: DoneChange<RecordChange>, live: RecordTree, notes: UndoNotes): Fields {
  const restored: Record<string, string> = {}
  for (const { field, before, after } of change.fields) {
    if (sameValue(fieldOf(live.resource, field), live.fields[field], before ?? '')) continue
    const values = [after ?? '', ...(isComplete ? [] : (written.get(field) ?? []))]
    if (values.some((value) => isAsWritten(live.resource, { [field]: value }, live.fields))) restored[field] = before ?? ''
    else notes.changedField(live.resource, live.fields, field)
  }
  return restored
}

/** True where the store has the values that were written, or has rewritten them in an accepted way. */
export function isAsWritten(resource: ResourceName, written: Fields, stored: Fields): boolean {
  return compareFields(resource, written, stored).differences.length === 0
}

/** The values before a change by field; a field that the record did not have is empty. */
export function valuesBefore(changes: readonly FieldChange[]): Fields {
  return Object.fromEntries(changes.map(({ field, before }) => [field, before ?? '']))
}
