import { type Change, type RecordChange, type RootedChange, skuOfChange } from '../diff/change.ts'
import type { Hazard } from './hazard.ts'

type LeftOver = Extract<Hazard, { readonly kind: 'left-over' }>

const fates = { create: 'overwritten', update: 'cleared', remove: 'removed' } as const

/** What becomes of rows that removed records have left under the keys of created ones; each resource of a key once. */
export function leftOverHazards(changes: readonly Change[]): readonly Hazard[] {
  const leaving = changes.filter((change): change is RootedChange => change.kind !== 'file' && hasLeftOvers(change))
  const all = leaving.flatMap((change) => (change.kind === 'grid' ? ofGrid(change) : ofRecord(change)))
  const seen = new Set<string>()
  return all.filter(({ key, resource, fate }) => {
    const id = JSON.stringify([key, resource, fate])
    return !seen.has(id) && seen.add(id)
  })
}

function hasLeftOvers(change: RootedChange): boolean {
  return change.kind === 'grid' ? change.grid.leftOver === true : change.leftOver === true || change.keeps !== undefined
}

function ofGrid(change: Extract<RootedChange, { readonly kind: 'grid' }>): LeftOver[] {
  const { address, sku, grid } = change
  return grid.leftOver ? [{ kind: 'left-over', address, key: sku, resource: 'PricingAdvanced', fate: 'removed' }] : []
}

function ofRecord(change: RecordChange): LeftOver[] {
  const { address, resource, root, action, leftOver, keeps = [] } = change
  const key = skuOfChange(change) || root.key
  const own = leftOver && action !== 'cannot' ? [{ kind: 'left-over' as const, address, key, resource, fate: fates[action] }] : []
  return [...own, ...keeps.map((kept) => ({ kind: 'left-over' as const, address, key, resource: kept, fate: 'kept' as const }))]
}
