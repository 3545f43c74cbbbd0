import type { Change, RootedChange } from '../../diff/change.ts'
import type { Action } from '../../plan/operation.ts'
import { indexOperations, operationOf } from '../../plan/operations.ts'
import type { Plan } from '../../plan/plan.ts'
import { addressOf, canonicalAddress, fileAddress } from '../../records/address.ts'
import { childNames } from '../../records/child-names.ts'
import { linked } from '../../records/row-identity.ts'
import type { Fields } from '../../resources/resource.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import type { OperationRow } from '../../state/state.ts'

/** A change that a run has made, completely or in part. */
export interface DoneChange<C extends Change = Change> {
  readonly change: C
  /** False where a request of it failed, was not sent, or may not have had an effect. */
  readonly isComplete: boolean
  /** The values that its requests wrote to the fields of its record: some are written for a time only. For a grid, those of its owner. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>
}

interface Found {
  isMade: boolean
  isComplete: boolean
  readonly written: Map<string, Set<string>>
}

/**
 * The changes of a plan that one of its runs has made, or may have made, in the order of the plan: what was refused, skipped or in the
 * store already is not among them.
 */
export function doneChanges(plan: Plan, operations: readonly OperationRow[]): readonly DoneChange[] {
  const rows = new Map(operations.map((row) => [row.id, row]))
  const index = indexOperations(plan)
  const inSteps = new Map(plan.steps.map(({ id, changes }) => [id, new Set(changes)]))
  const found = new Map<string, Found>()
  for (const { root, changes, actions } of index.roots.values()) {
    const named = root.resource === null ? [{ own: root.address, written: root.address, owner: '' }] : changes.map(namesOf)
    for (const part of actions) {
      const row = rows.get(operationOf(root, part, index.capabilities).id)
      const records = writtenBy(part.action)
      for (const { own, written, owner } of named) {
        const fields = records.get(owner) ?? records.get(written)
        if (!fields || inSteps.get(part.step.id)?.has(own) !== true) continue
        const change = found.get(own) ?? { isMade: false, isComplete: true, written: new Map() }
        found.set(own, change)
        change.isComplete &&= isConfirmed(row)
        if (!wasSent(row)) continue
        change.isMade = true
        for (const [field, value] of Object.entries(fields)) change.written.set(field, (change.written.get(field) ?? new Set()).add(value))
      }
    }
  }
  return plan.changes.flatMap((change): DoneChange[] => {
    const made = found.get(change.address)
    if (made?.isMade !== true || change.action === 'cannot') return []
    return [{ change, isComplete: made.isComplete, written: made.written }]
  })
}

/** The address of a change in the plan, that of what is written for it, and for a grid that of its owner. */
function namesOf(change: RootedChange): { readonly own: string; readonly written: string; readonly owner: string } {
  const { address } = change
  return { own: address, written: canonicalAddress(address), owner: change.kind === 'grid' ? ownerAddress(change.grid.owner, change.sku) : '' }
}

function ownerAddress(owner: 'Product' | 'Variants', sku: string): string {
  return addressOf(owner, owner === 'Product' ? { sku } : { code: sku })
}

/** True where the store has done it, or may have. A request that was refused had no effect. */
function wasSent(row: OperationRow | undefined): boolean {
  if (!row) return false
  if (row.outcome === 'failed') return row.seen !== null && row.seen !== 'before'
  return row.outcome === 'done' || row.attempts > 0
}

function isConfirmed(row: OperationRow | undefined): boolean {
  return row?.outcome === 'done' || row?.outcome === 'satisfied'
}

/** The fields of what an action writes by address, the rows in its body included; none for what it deletes or uploads. */
function writtenBy(action: Action): ReadonlyMap<string, Fields> {
  switch (action.kind) {
    case 'write':
      return new Map(recordsIn(action.record))
    case 'write-prices':
    case 'delete-prices':
      return new Map([[addressOf('PricingAdvanced', { sku: action.sku }), {}]])
    case 'delete-row':
      return new Map([[addressOf(action.resource, action.where), {}]])
    case 'put-file':
      return new Map([[fileAddress(action.path), {}]])
    default:
      return action satisfies never
  }
}

function recordsIn(record: RecordTree): readonly (readonly [string, Fields])[] {
  const below = childNames(record.children).flatMap((name) => (record.children[name] ?? []).map((row) => linked(row, record)))
  const { resource, fields } = record
  return [[addressOf(resource, fields), resource === 'PricingAdvanced' ? {} : fields], ...below.flatMap(recordsIn)]
}
