import { keyOf } from '../records/named-fields.ts'
import { isMovable } from '../resources/movable-rows.ts'
import { type ChangeRoot, isOwnChange, type RecordChange, type RootedChange, skuOfChange } from './change.ts'
import { isRemoval } from './held-keys.ts'
import { unpackedChanges } from './packed-changes.ts'
import { refused } from './refusals.ts'

function codeOf({ resource, key }: RecordChange): string {
  return `${resource}.${keyOf({ resource, fields: key })}`
}

function moveReason(variant: RecordChange, from: ChangeRoot | undefined): string {
  return `The store has ${skuOfChange(variant)} at ${from?.address ?? ''}, and the platform has no way to move a variant. Remove it here, apply, then add it again.`
}

/**
 * Resolves rows with a key of their own that are removed from one product and created in another. Writing an option or
 * a picture moves it, so its removal is dropped (it would remove the moved row), and the new one names the product that gives it up. A variant would keep its
 * old prices and stock: its move is refused, with everything that belongs to it. So is a new product that needs one: without it, customers would
 * see a half of it.
 */
export function withoutMoves(changes: readonly RootedChange[]): readonly RootedChange[] {
  const removedFrom = new Map(
    unpackedChanges(changes)
      .filter((change) => change.kind === 'record')
      .filter((change) => isMovable(change.resource) && isRemoval(change))
      .map((change) => [codeOf(change), change.root]),
  )
  if (removedFrom.size === 0) return changes
  const records = changes.filter((change) => change.kind === 'record')
  const taking = records.filter((change) => change.action === 'create' && removedFrom.has(codeOf(change)))
  if (taking.length === 0) return changes
  const isNew = new Set(records.filter((change) => isOwnChange(change) && change.action === 'create').map(({ address }) => address))
  const refusedRoots = new Map(
    taking.flatMap((change) => {
      const isNeeded = change.resource === 'Variants' && isNew.has(change.root.address)
      return isNeeded ? [[change.root.address, moveReason(change, removedFrom.get(codeOf(change)))] as const] : []
    }),
  )
  const moved = new Set(taking.filter(({ resource, root }) => resource === 'Variants' || !refusedRoots.has(root.address)).map(codeOf))
  return changes.flatMap((change): RootedChange[] => {
    const reason = refusedRoots.get(change.root.address)
    if (reason !== undefined) return isOwnChange(change) ? [refused(change, reason)] : []
    if (change.kind === 'record' && moved.has(codeOf(change))) {
      const takenFrom = removedFrom.get(codeOf(change))
      if (isRemoval(change) || takenFrom === undefined) return []
      if (change.action !== 'create') return [change]
      return [change.resource === 'Variants' ? refused(change, moveReason(change, takenFrom)) : { ...change, takenFrom }]
    }
    const sku = skuOfChange(change)
    const isProduct = change.kind === 'record' && change.resource === 'Product'
    return !isProduct && moved.has(`Variants.${sku}`) ? [] : [change]
  })
}
