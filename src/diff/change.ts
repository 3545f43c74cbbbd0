import type { GridRow } from '../pricing/grid-row.ts'
import type { Definition } from '../records/definition.ts'
import type { RootName } from '../records/desired.ts'
import { fileAddress } from '../records/address.ts'
import { skuOf } from '../records/named-fields.ts'
import type { SourcePlace } from '../source/source.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'

/** What a plan does to a record, a grid or a file; `cannot`: the store provides no way to make the change. */
export type ChangeAction = 'create' | 'update' | 'remove' | 'cannot'

/**
 * Which side changed since the last apply (docs/base.md): `git` (only the catalogue, or the record is new), `store` (only the store, or
 * the record was removed there), `both`, and `adopt` (never applied: the catalogue takes over what the store already has).
 */
export type Origin = 'git' | 'store' | 'both' | 'adopt'

/** One field that differs, as canonical text; `null`: that side does not have the record or the field. */
export interface FieldChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
  readonly base: string | null
}

/**
 * How a grid gets from its live rows to the desired ones:
 * `in-place` updates rows by uid and inserts others, no live row is removed; `re-cut` gives live rows other cells, all of the sku in one body
 * that the store writes whole or not at all; `single-rows` is `in-place`, then deletes rows by uid; `fresh` inserts into a sku that has no
 * rows, while `advanced_pricing` is off; `bridge` sets the simple price, deletes all rows, inserts, and turns the grid on again; `clear`
 * removes the grid and keeps the simple price.
 */
export type GridWay = 'in-place' | 're-cut' | 'single-rows' | 'fresh' | 'bridge' | 'clear'

/** What decides the price of a sku besides its entries, as the store has it. */
export interface OwnerPricing {
  /** The simple price, canonical; `null` where the record does not exist or has none. */
  readonly price: string | null
  /** `advanced_pricing`: true where the entries decide the price. */
  readonly on: boolean
}

/** The price entries of one sku before and after, as one value. */
export interface GridDiff {
  /** The resource of the record whose `advanced_pricing` and `price` apply to this sku. */
  readonly owner: 'Product' | 'Variants'
  /** The fields of that record before the plan, changed or not. */
  readonly ownerBefore: OwnerPricing
  readonly way: GridWay
  readonly before: readonly GridRow[]
  /** Rows that are a live row carry its uid where the way keeps that row. */
  readonly after: readonly GridRow[]
  /**
   * With `re-cut`, the live rows that are not wanted, as its body leaves them until each is deleted by uid: forced in a currency that no
   * customer has. Left out where there are none.
   */
  readonly aside?: readonly GridRow[]
  /**
   * The simple price that the plan writes for the time without the grid: for `clear` the declared one, else the highest price of the
   * rows before and after (docs/pricing.md, "What a shopper sees while a plan runs"). `null` where no price is written for that
   * time: the grid stays on, or it was off already and the simple price of the store stays.
   */
  readonly bridgePrice: string | null
  /** True where shoppers pay by these rows now (`advanced_pricing` is on and the product is shown). */
  readonly onSale: boolean
  /** True where the store holds a cell more often than the catalogue declares it (posting a row twice without `uid` has that effect). */
  readonly duplicates?: true
  /** True where the store still has price entries of this sku from a removed record: they are deleted first. */
  readonly leftOver?: true
  /** True where the variant of these rows is removed too: nobody can buy it afterwards. */
  readonly ownerRemoved?: true
}

/**
 * The content of a file before and after. Sizes in bytes; `before` is `null` where the store has no such file, `after` where it is
 * removed (`from` is then its path in the store), the size after is `null` for a rendition, which is made of `from` when it is sent.
 * `sha256` identifies the content (`pictureContent`).
 */
export interface FileDiff {
  readonly path: string
  readonly from: string
  readonly before: { readonly size: number; readonly sha256: string | null } | null
  readonly after: { readonly size: number | null; readonly sha256: string } | null
}

/** The root record that a change belongs to. */
export interface ChangeRoot {
  readonly address: string
  readonly resource: RootName
  /** Its natural key, such as the sku. */
  readonly key: string
  /** Title or name, for people. */
  readonly title: string
  /** True where the store has it and does not show it to shoppers. */
  readonly isHidden?: true
}

/** What is done, or why it cannot be done, in one sentence. */
export type ActionOrReason<Action extends ChangeAction> =
  | { readonly action: Action }
  | { readonly action: 'cannot'; readonly reason: string }

/**
 * What customers can buy of a product after variants are removed from it: the variants that the catalogue declares, or the product
 * itself where it declares none. The list prices of one piece without a group; `null` where the catalogue declares none.
 */
export interface LeftToBuy {
  readonly variants: number
  readonly lowest: string | null
  readonly highest: string | null
}

/** Another record of the store with the slug that a change writes: `keeps` is false where the same plan gives it another one. */
export interface SlugOwner {
  readonly root: ChangeRoot
  readonly keeps: boolean
}

/** What customers pay for one piece of the cheapest sku of a product, before and after one change. */
export interface PaidMove {
  /** The sku, or the code of the variant. */
  readonly sku: string
  readonly before: string
  readonly after: string
  /** On a change of a discount: its texts outside timed promotions, empty where there is none. */
  readonly discount?: { readonly before: string; readonly after: string }
}

/** What decides the price of a sku whose price entries stay as the store has them while `advanced_pricing` turns them on or off. */
export interface TurnedGrid {
  readonly ownerBefore: OwnerPricing
  readonly rows: readonly GridRow[]
}

/** A definition that values of a change come from. */
export interface UsedDefinition extends Definition {
  /** The fields of the record that get their value from it; absent where it sets the entries of a grid. */
  readonly fields?: readonly string[]
}

/** What every change has. */
export interface ChangeFrame {
  /** `product.TEE-CLASSIC`, `variant.TEE-s-red`, `grid.TEE-CLASSIC`, `file.images/items/a.jpg`: unique in a plan. */
  readonly address: string
  readonly origin: Origin
  readonly source: SourcePlace | null
  /** What the new values come from, where it is not the entry of the record alone. */
  readonly definitions?: readonly UsedDefinition[]
  /**
   * The lines of its prices in the document of `source`: of each row of `grid.after`, or of the field `price`; 0: in another document, so
   * that the place is that of `source`. Left out where no other line of that document is one of them.
   */
  readonly priceLines?: readonly number[]
}

/** A row without a key that the store has more than once. The platform can only delete equal rows together, so it is inserted again after that. */
export interface InsertedAgain {
  /** The rows of the store, with all their fields. */
  readonly copies: readonly Fields[]
  /** The fields of the row that is inserted. */
  readonly row: Fields
}

/** A record that differs in its own fields. */
export type RecordChange = ChangeFrame & {
  readonly kind: 'record'
  readonly resource: ResourceName
  readonly root: ChangeRoot
  /** The fields that identify the record in the store (for a create: those it will have). */
  readonly key: Fields
  readonly fields: readonly FieldChange[]
  /** True on the removal of access rows after which none is left: everybody may see the product. */
  readonly opensAccess?: true
  /** True on the creation of access rows before which there was none: everybody could see the product. */
  readonly closesAccess?: true
  /** True on the creation of access rows where no other row stays: the groups before and after have none in common. */
  readonly replacesAccess?: true
  readonly slugOwner?: SlugOwner
  /** On the removal of a variant. */
  readonly left?: LeftToBuy
  /** True where a simple price is written while an unmanaged grid of the store decides what customers pay. */
  readonly gridDecides?: true
  /** True where a simple price is written while a managed grid decides what customers pay, before and after. */
  readonly gridApplies?: true
  /** Where `advanced_pricing` turns price entries on or off that the plan does not change. */
  readonly turnedGrid?: TurnedGrid
  /** On a change of a discount, or of the amounts of an option, that changes what customers pay. */
  readonly paid?: PaidMove
  readonly again?: InsertedAgain
  /** True for a root record that has left the catalogue and is hidden or removed as `manage.prune` says. */
  readonly leaves?: true
  /** For a root record that has another key now: the record that takes its place. */
  readonly movedTo?: ChangeRoot
  /** For the record under the new key: those that this plan hides for it. */
  readonly movedFrom?: readonly ChangeRoot[]
  /** On the creation of a row which another product has now and gives up: writing it moves it. */
  readonly takenFrom?: ChangeRoot
  /** With `takenFrom`, all that the store has in that row. */
  readonly takenRow?: Fields
  /** True where the store still has the row from a removed record: it is removed before the new record is created, or overwritten with it. */
  readonly leftOver?: true
  /** Resources of which the store still has a row of a removed record that applies to the created one again. */
  readonly keeps?: readonly ResourceName[]
  /** On the creation of a webhook whose url does not say all of its address: the digest of that (`addressDigest`). */
  readonly addressDigest?: string
} & ActionOrReason<'create' | 'update' | 'remove'>

/** The price entries of one sku that differ. */
export type GridChange = ChangeFrame & {
  readonly kind: 'grid'
  readonly sku: string
  readonly root: ChangeRoot
  readonly grid: GridDiff
  /** `advanced_pricing` of the owner where it changes, and its `price` where the way writes it. */
  readonly fields: readonly FieldChange[]
} & ActionOrReason<'create' | 'update' | 'remove'>

/** A change of a root record or of something that belongs to one. */
export type RootedChange = RecordChange | GridChange

/** A file whose content differs, or that is removed. */
export type FileChange = ChangeFrame & { readonly kind: 'file'; readonly file: FileDiff } & ActionOrReason<'create' | 'update' | 'remove'>

/** A record, a grid or a file that differs: plain data, independent of the steps that carry it out. */
export type Change = RootedChange | FileChange

/** A change that cannot be made. */
export type CannotChange = Extract<Change, { readonly action: 'cannot' }>

/** The sku, or the code of the variant, that a change is about; empty where it is about neither. */
export function skuOfChange(change: RootedChange): string {
  return change.kind === 'grid' ? change.sku : skuOf({ resource: change.resource, fields: change.key })
}

/** The address of the root record of a change, or of its file. */
export function addressOfRoot(change: Change): string {
  return change.kind === 'file' ? fileAddress(change.file.path) : change.root.address
}

/** True for the change of a root record itself, not of something that belongs to it. */
export function isOwnChange(change: Change): change is RecordChange {
  return change.kind === 'record' && change.address === change.root.address
}
