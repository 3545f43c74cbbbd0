import { gridKey, trackKey } from '../plan/lane.ts'
import type { Action } from '../plan/operation.ts'
import { childNames } from '../records/child-names.ts'
import { keyNames, linked, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'

/** The rows that are left to be written, by track. A track that is not in it is written already. */
export type Pending = ReadonlyMap<string, ReadonlySet<string>>

/** The part of an action that a torn body has left to be done. */
export function remainderOf(action: Action, pending: Pending, capabilities: Capabilities): Action {
  switch (action.kind) {
    case 'write':
      return { ...action, record: remainderOfRecord(action.record, pending, capabilities) }
    case 'write-prices':
      return { ...action, rows: pendingRows(action.rows, pending.get(gridKey(action.sku)), capabilities) }
    case 'delete-prices':
    case 'delete-entry':
    case 'delete-row':
    case 'put-file':
    case 'delete-file':
      return action
    default:
      return action satisfies never
  }
}

/** The record with its key fields only where it is written itself, and the rows below it that are not. */
function remainderOfRecord(record: RecordTree, pending: Pending, capabilities: Capabilities): RecordTree {
  const { resource, fields } = record
  const isPending = pending.has(trackKey({ kind: 'rows', resource, fields }, capabilities))
  const names = new Set(keyNames(resource))
  const children = childNames(record.children).map((name) => {
    const rows = (record.children[name] ?? []).map((child) => linked(child, record))
    const left = rows.filter((row) => hasPending(row, pending, capabilities))
    return [name, name === 'PricingAdvanced' ? left : left.map((row) => remainderOfRecord(row, pending, capabilities))] as const
  })
  return {
    resource,
    fields: isPending ? fields : Object.fromEntries(Object.entries(fields).filter(([field]) => names.has(field))),
    children: Object.fromEntries(children.filter(([, rows]) => rows.length > 0)),
  }
}

function hasPending(record: RecordTree, pending: Pending, capabilities: Capabilities): boolean {
  if (record.resource === 'PricingAdvanced')
    return pendingRows([record], pending.get(gridKey(record.fields['sku'] ?? '')), capabilities).length > 0
  if (pending.has(trackKey({ kind: 'rows', resource: record.resource, fields: record.fields }, capabilities))) return true
  return childNames(record.children).some((name) =>
    (record.children[name] ?? []).some((child) => hasPending(linked(child, record), pending, capabilities)),
  )
}

function pendingRows(
  rows: readonly RecordTree[],
  identities: ReadonlySet<string> | undefined,
  capabilities: Capabilities,
): readonly RecordTree[] {
  return rows.filter((row) => identities?.has(rowIdentity(row, capabilities)))
}
