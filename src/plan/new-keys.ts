import { createdRowsOf } from '../diff/packed-root.ts'
import { keyOf } from '../records/named-fields.ts'
import { isMovable } from '../resources/movable-rows.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { LaneParts } from './operation.ts'

/** The key of a record that a plan creates, and that the store has once: writing it takes a row from another product that has it. */
export interface NewKey {
  readonly resource: ResourceName
  readonly key: string
  /** The sku of the product that gives the row up, where the plan has seen one. */
  readonly from?: string
}

/**
 * The keys of the products, and of their rows with keys of their own, that a root creates. What a removed record has left, and a row that is taken from
 * another product, is compared as a whole.
 */
export function newKeysOf(parts: Pick<LaneParts, 'changes' | 'packed'>): readonly NewKey[] {
  if (parts.packed) return createdRowsOf(parts.packed).flatMap((row) => (row.kind === 'record' ? newKeys(row) : []))
  return parts.changes.flatMap((change) => {
    if (change.kind !== 'record' || change.action !== 'create' || change.leftOver || change.takenRow) return []
    const { resource, key, takenFrom } = change
    return newKeys({ resource, fields: key }).map((own) => (takenFrom ? { ...own, from: takenFrom.key } : own))
  })
}

function newKeys({ resource, fields }: Pick<RecordTree, 'resource' | 'fields'>): readonly NewKey[] {
  return resource === 'Product' || isMovable(resource) ? [{ resource, key: keyOf({ resource, fields }) }] : []
}
