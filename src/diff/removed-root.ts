import { clearedGrid, removals } from './removed-rows.ts'
import type { BaseRecord } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import { linked } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { ChangeRoot, RootedChange } from './change.ts'
import { inFixedOrder } from './match-rows.ts'
import { prepareForeign } from './prepare-pair.ts'
import { refused } from './refusals.ts'

/** A root record that is removed, as the store has it with all its rows. */
export interface RemovedRoot {
  readonly root: ChangeRoot
  readonly tree: RecordTree
  readonly base: BaseRecord
}

/**
 * The removal of a root record with the rows that belong to it: all of them, or none. It is hidden first. Rows that the platform has no
 * way to remove, such as stock, stay and belong to nobody. The fields of the record itself have the values that were applied: an undo needs
 * them (`restoredBase`).
 */
export function removedRoot({ root, tree: read, base }: RemovedRoot, capabilities: Capabilities): RootedChange[] {
  const tree = inOwnOrder(read, capabilities)
  const place = { root, shown: root.isHidden !== true, capabilities, source: base.source }
  const prepared = (row: RecordTree): ReturnType<typeof prepareForeign> =>
    prepareForeign({ row, isDuplicate: false, origin: 'git' }, capabilities)
  const own = prepared(tree)
  const [first] = removals({ ...own, below: [], grid: { ...own.grid, live: [] } }, place)
  if (first?.kind !== 'record') return []
  const grid = own.grid.live.length === 0 ? [] : [clearedGrid(first, own, { owner: 'Product', shown: place.shown })]
  const rows = childNames(tree.children)
    .filter((name) => name !== 'PricingAdvanced' && resourceOf(name).removal !== 'never')
    .flatMap((name) => (tree.children[name] ?? []).flatMap((row) => removals(prepared(linked(row, tree)), place)))
  const fields = first.fields.map((field) => ({ ...field, base: base.record.fields[field.field] ?? null }))
  const all: RootedChange[] = [{ ...first, fields, leaves: true }, ...rows, ...grid]
  const blocking = all.find(({ action }) => action === 'cannot')
  return blocking?.action === 'cannot' ? [refused({ ...first, leaves: true }, blocking.reason)] : all
}

/** The rows of a record in an order of their own, those below them too. */
function inOwnOrder({ children, ...record }: RecordTree, capabilities: Capabilities): RecordTree {
  const below = childNames(children).map((name) => {
    const rows = (children[name] ?? []).map((row) => inOwnOrder(row, capabilities))
    return [name, inFixedOrder(rows, capabilities)] as const
  })
  return { ...record, children: Object.fromEntries(below) }
}
