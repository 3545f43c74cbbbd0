import { type GridChange, skuOfChange } from '../diff/change.ts'
import type { LaneParts } from './operation.ts'

/**
 * True where a root and all that its changes name are created, and no removed record has left a row of them: every track of its lane then begins
 * without rows, which is known without the lane.
 */
export function isNewRoot(parts: Pick<LaneParts, 'changes' | 'packed'>): boolean {
  if (parts.packed) return true
  const { changes } = parts
  const created = new Set<string>()
  let isOwnCreated = false
  for (const change of changes) {
    if (change.kind !== 'record') continue
    if (change.action !== 'create' || change.leftOver || change.takenRow || change.again) return false
    if (change.resource === 'Product' || change.resource === 'Variants') created.add(`${change.resource} ${skuOfChange(change)}`)
    isOwnCreated ||= change.address === change.root.address
  }
  return isOwnCreated && changes.every((change) => change.kind === 'record' || isNewGrid(change, created))
}

function isNewGrid({ grid, sku }: GridChange, created: ReadonlySet<string>): boolean {
  return !grid.leftOver && grid.before.length === 0 && created.has(`${grid.owner} ${sku}`)
}
