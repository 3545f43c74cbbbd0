import { type Change, type ChangeRoot, type GridChange, type RecordChange, type RootedChange, skuOfChange } from '../diff/change.ts'

/** The changes of one sku of a product. */
interface SkuChanges {
  readonly variant?: RecordChange
  readonly grid?: GridChange
  readonly stock?: RecordChange
}

/** The changes of one root record that can be carried out. */
export interface RootChanges {
  readonly root: ChangeRoot
  /** The change of the root record itself, if it has one. */
  readonly own: RecordChange | undefined
  /** Those of what belongs to it, in the order of the differ. */
  readonly rows: readonly RootedChange[]
  /** The rows that have a sku of their own. */
  readonly bySku: ReadonlyMap<string, SkuChanges>
}

/** True for what a plan carries out; `cannot` is only listed. */
export function isDoable({ action }: Change): boolean {
  return action !== 'cannot'
}

/** True where a removed record has left price entries, and the created one has no grid: they are deleted before it is created. */
export function isOnlyLeftOver({ grid }: GridChange): boolean {
  return grid.leftOver === true && grid.way === 'clear'
}

function partOf(change: RootedChange): readonly [sku: string, part: SkuChanges] | undefined {
  if (change.kind === 'grid') return isOnlyLeftOver(change) ? undefined : [change.sku, { grid: change }]
  const sku = skuOfChange(change)
  if (change.resource === 'Variants') return [sku, { variant: change }]
  return change.resource === 'Inventory' ? [sku, { stock: change }] : undefined
}

function indexSkus(rows: readonly RootedChange[]): ReadonlyMap<string, SkuChanges> {
  const index = new Map<string, SkuChanges>()
  for (const row of rows) {
    const found = partOf(row)
    if (found) index.set(found[0], { ...found[1], ...index.get(found[0]) })
  }
  return index
}

function rootChanges(root: ChangeRoot, all: readonly RootedChange[]): RootChanges {
  const rows = all.filter(({ address }) => address !== root.address)
  const own = all.find((change) => change.kind === 'record' && change.address === root.address)
  return { root, own: own?.kind === 'record' ? own : undefined, rows, bySku: indexSkus(rows) }
}

/** Doable changes of records and grids by the root that they belong to, in the order in which the roots first come. */
export function changesByRoot(changes: readonly Change[]): readonly RootChanges[] {
  const rooted = changes.filter((change) => change.kind !== 'file').filter(isDoable)
  const groups = Map.groupBy(rooted, ({ root }) => root.address)
  return [...groups.values()].flatMap((all) => (all[0] ? [rootChanges(all[0].root, all)] : []))
}

/** True where the plan creates the root record, with all its rows in one body. */
export function isNewRoot({ own }: RootChanges): boolean {
  return own?.action === 'create'
}
