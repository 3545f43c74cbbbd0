import {
  type Change,
  type ChangeRoot,
  type GridChange,
  isOwnChange,
  type RecordChange,
  type RootedChange,
  skuOfChange,
} from '../diff/change.ts'
import { isPackedRoot, runsOf, withUnpacked } from '../diff/packed-changes.ts'
import { type PackedRoot, unpackRoot } from '../diff/packed-root.ts'
import { isSeveral, rootGroups, type Several } from '../diff/root-groups.ts'
import { kept } from '../source/kept.ts'
import { onFirstUse } from '../source/on-first-use.ts'
import { changesKind } from './last-fields.ts'

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
  /** The rows that have a sku of their own, indexed at the first call: nobody asks for those of a new root. */
  readonly bySku: () => ReadonlyMap<string, SkuChanges>
  /**
   * The codes of existing variants that lose option values and get no others, so that their prices change when these are removed: without any
   * option value left nobody can choose them. Empty where that hides nothing (`isChosenByValues`).
   */
  readonly leaving: ReadonlySet<string>
  /** A packed root, of which `own` and `rows` are made whenever they are read; absent: they are in memory. */
  readonly packed?: PackedRoot
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

/**
 * True where shoppers see a variant by its option values: not in a product that is new or hidden, nor in one that changes its kind, since all
 * subproducts are listed whatever option values they have.
 */
function isChosenByValues(root: ChangeRoot, own: RecordChange | undefined): boolean {
  return !root.isHidden && (own === undefined || (own.action !== 'create' && !changesKind(own)))
}

function leavingSkus(rows: readonly RootedChange[], bySku: RootChanges['bySku']): ReadonlySet<string> {
  const values = rows.filter((row) => row.kind === 'record' && row.resource === 'VariantOptions')
  const staying = new Set(values.filter(({ action }) => action !== 'remove').map(skuOfChange))
  const losing = values.filter(({ action }) => action === 'remove').map(skuOfChange)
  return new Set(losing.filter((sku) => !staying.has(sku) && bySku().get(sku)?.variant?.action !== 'create'))
}

const noRows: readonly RootedChange[] = []
const noSkus: ReadonlyMap<string, SkuChanges> = new Map()
const withoutSkus = (): ReadonlyMap<string, SkuChanges> => noSkus
const noCodes: ReadonlySet<string> = new Set()

/** A root record of which only its own record changes, as most of a large plan: it takes half the memory of an object with all of them. */
class OwnChanges implements RootChanges {
  readonly own: RecordChange

  constructor(own: RecordChange) {
    this.own = own
  }

  get root(): ChangeRoot {
    return this.own.root
  }

  get rows(): readonly RootedChange[] {
    return noRows
  }

  get bySku(): RootChanges['bySku'] {
    return withoutSkus
  }

  get leaving(): RootChanges['leaving'] {
    return noCodes
  }
}

function withRows(all: Several<RootedChange>): RootChanges {
  const [{ root }] = all
  const own = all.filter((change) => change.kind === 'record').find((change) => change.address === root.address)
  // A copy has no room for more: steps can hold the rows of each root that they create.
  const rows = all.filter(({ address }) => address !== root.address).slice()
  const bySku = onFirstUse(() => indexSkus(rows))
  return { root, own, rows, bySku, leaving: isChosenByValues(root, own) ? leavingSkus(rows, bySku) : noCodes }
}

/** The changes of a packed root. An object with accessors of its own would take twenty times the memory of one of a class. */
class PackedRootChanges implements RootChanges {
  readonly packed: PackedRoot

  constructor(packed: PackedRoot) {
    this.packed = packed
  }

  get root(): ChangeRoot {
    return this.packed.root
  }

  get own(): RecordChange | undefined {
    const [own] = unpackRoot(this.packed)
    return own && isOwnChange(own) ? own : undefined
  }

  get rows(): readonly RootedChange[] {
    return unpackRoot(this.packed).slice(1)
  }

  get leaving(): RootChanges['leaving'] {
    return noCodes
  }

  get bySku(): RootChanges['bySku'] {
    return () => indexSkus(this.rows)
  }
}

/** Doable changes of records and grids by the root that they belong to, in the order in which the roots first come. */
export function changesByRoot(changes: readonly Change[]): readonly RootChanges[] {
  const runs = withUnpacked(runsOf(changes), (run) => kept(run, isDoableRooted))
  return rootGroups(runs, ({ root }) => root.address).map((group) => {
    if (isSeveral(group)) return withRows(group)
    if (isPackedRoot(group)) return new PackedRootChanges(group)
    return isOwnChange(group) ? new OwnChanges(group) : withRows([group])
  })
}

/** True for a change of a record or grid that a plan carries out. */
export function isDoableRooted(change: Change): change is RootedChange {
  return change.kind !== 'file' && isDoable(change)
}

/** True for the update of a variant in `leaving`. */
export function isLeavingVariant(change: RecordChange, { leaving }: RootChanges): boolean {
  return change.resource === 'Variants' && change.action === 'update' && leaving.has(skuOfChange(change))
}

/** True where the plan creates the root record, with all its rows in one body. */
export function isNewRoot(changes: RootChanges): boolean {
  return changes.packed !== undefined || changes.own?.action === 'create'
}
