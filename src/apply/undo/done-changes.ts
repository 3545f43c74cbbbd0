import type { Change } from '../../diff/change.ts'
import type { Plan } from '../../plan/plan.ts'
import type { GridRow } from '../../pricing/grid-row.ts'
import type { OperationRow } from '../../state/state.ts'
import { operationsOfChanges } from '../operations-of-changes.ts'

/** A change that a run has made, completely or in part. */
export interface DoneChange<C extends Change = Change> {
  readonly change: C
  /** False where a request of it failed, was not sent, or may not have had an effect. */
  readonly isComplete: boolean
  /** The values that its requests wrote to the fields of its record: some are written for a time only. For a grid, those of its owner. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>
  /** The price entries that its requests wrote, for good or for a time. */
  readonly entries: readonly GridRow[]
}

/**
 * The changes of a plan that one of its runs has made, or may have made, in the order of the plan: what was refused, skipped or in the
 * store already is not among them.
 */
export function doneChanges(plan: Plan, operations: readonly OperationRow[]): readonly DoneChange[] {
  const rows = new Map(operations.map((row) => [row.id, row]))
  const ofChanges = operationsOfChanges(plan)
  return plan.changes.flatMap((change): DoneChange[] => {
    const own = (ofChanges.get(change.address) ?? []).map(({ id, ...operation }) => ({ row: rows.get(id), ...operation }))
    const sent = own.filter(({ row }) => wasSent(row))
    if (sent.length === 0 || change.action === 'cannot') return []
    const written = new Map<string, Set<string>>()
    for (const [field, value] of sent.flatMap(({ fields }) => Object.entries(fields))) {
      written.set(field, (written.get(field) ?? new Set()).add(value))
    }
    const entries = sent.flatMap((operation) => operation.entries)
    return [{ change, isComplete: own.every(({ row }) => isConfirmed(row)), written, entries }]
  })
}

/** The addresses of the changes of a plan whose requests have all had their effect. */
export function madeChanges(plan: Plan, operations: readonly OperationRow[]): ReadonlySet<string> {
  const rows = new Map(operations.map((row) => [row.id, row]))
  const made = Iterator.from(operationsOfChanges(plan)).filter(([, own]) => own.every(({ id }) => isConfirmed(rows.get(id))))
  return new Set(made.map(([address]) => address))
}

/** True where the store has done it, or may have. A request that was refused had no effect, and neither had one that was not sent, since the store had changed. */
function wasSent(row: OperationRow | undefined): boolean {
  if (!row) return false
  if (row.outcome === 'failed') return row.attempts > 0 && row.seen !== null && row.seen !== 'before'
  return row.outcome === 'done' || row.attempts > 0
}

function isConfirmed(row: OperationRow | undefined): boolean {
  return row?.outcome === 'done' || row?.outcome === 'satisfied'
}
