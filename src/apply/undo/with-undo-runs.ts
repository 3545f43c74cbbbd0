import type { Change } from '../../diff/change.ts'
import type { GridRow } from '../../pricing/grid-row.ts'
import type { DoneChange } from './done-changes.ts'

/**
 * The changes of a run, with what runs that undo it have written since: an undo that was interrupted has left values that are neither those
 * before nor those after the run, and they are not a change by somebody else.
 */
export function withUndoRuns(done: readonly DoneChange[], ofUndoRuns: readonly DoneChange[]): readonly DoneChange[] {
  const undone = Map.groupBy(ofUndoRuns, ({ change }) => change.address)
  return done.map((each) => {
    const later = undone.get(each.change.address)
    if (!later) return each
    const written = new Map<string, Set<string>>()
    for (const one of [each, ...later]) {
      for (const [field, value] of valuesOf(one)) written.set(field, (written.get(field) ?? new Set()).add(value))
    }
    return { ...each, isComplete: false, written, entries: [...each.entries, ...later.flatMap(entriesOf)] }
  })
}

function valuesOf({ change, written }: DoneChange): readonly (readonly [string, string])[] {
  const sent = [...written].flatMap(([field, values]) => [...values].map((value) => [field, value] as const))
  return [...sent, ...afterOf(change)]
}

function entriesOf({ change, entries }: DoneChange): readonly GridRow[] {
  return change.kind === 'grid' ? [...change.grid.after, ...entries] : entries
}

function afterOf(change: Change): readonly (readonly [string, string])[] {
  return change.kind === 'file' ? [] : change.fields.map(({ field, after }) => [field, after ?? ''] as const)
}
