import type { RootName } from '../records/desired.ts'
import type { SourcePlace } from '../source/source.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'

/** `cannot`: it differs, and the store shows no way to change it; `reason` says why. */
export type ChangeAction = 'create' | 'update' | 'remove' | 'cannot'

/**
 * Who moved: `git` (only the catalogue, or a create), `store` (only the store), `both`, and `adopt`
 * (no base: the catalogue takes over a record that the store already had, semantics.md 16).
 */
export type Origin = 'git' | 'store' | 'both' | 'adopt'

/** One field that differs, as canonical text; `null` = the store does not have the record or the field. */
export interface FieldChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
  readonly base: string | null
}

/** A price entry as it is compared: empty texts for no group and for all currencies. */
export interface GridRow {
  /** Given by the store; in a desired row only where it updates that live row (way `in-place`). */
  readonly uid?: string
  readonly group_code: string
  readonly currency_code: string
  readonly start: string
  readonly end: string
  readonly price: string
}

/**
 * How a grid gets from its live rows to the desired ones (design.md section 5):
 * `in-place` updates by uid and inserts rows, no live row goes away; `fresh` inserts into a sku that has no rows, while
 * `advanced_pricing` is off; `bridge` takes the simple price, deletes all rows, inserts, and turns the grid on again;
 * `clear` leaves the grid for the simple price.
 */
export type GridWay = 'in-place' | 'fresh' | 'bridge' | 'clear'

/** The grid of one sku as one value. */
export interface GridChange {
  /** The record that carries `advanced_pricing` and `price` for this sku. */
  readonly owner: 'Product' | 'Variants'
  readonly way: GridWay
  readonly before: readonly GridRow[]
  readonly after: readonly GridRow[]
  /** The simple price that stands while the grid is off (`fresh`, `bridge`, `clear`). */
  readonly bridgePrice: string | null
  /** True where a shopper's price comes from these rows now (`advanced_pricing` is on and the product is shown). */
  readonly onSale: boolean
  /** True where the store holds a cell more often than the catalogue wants it (posting without `uid` twice does that). */
  readonly duplicates?: true
  /** True where the store still holds price entries of this sku from a record that is gone: they are deleted first. */
  readonly leftOver?: true
}

/**
 * A file that differs by content. Sizes in bytes; `before` is `null` where the store has no such file, the size after it for a
 * rendition, which is made of `from` when it is sent. `sha256` is what tells contents apart (`pictureContent`).
 */
export interface FileContentChange {
  readonly path: string
  readonly from: string
  readonly before: { readonly size: number; readonly sha256: string | null } | null
  readonly after: { readonly size: number | null; readonly sha256: string }
}

/** One record, grid or file that differs. A value: prints as JSON, knows nothing of how it is carried out. */
export interface Change {
  /** `product.TEE-CLASSIC`, `variant.TEE-s-red`, `grid.TEE-CLASSIC`, `category-place.tees>sale`, `file.images/items/a.jpg`: unique in a plan. */
  readonly address: string
  readonly action: ChangeAction
  readonly resource: ResourceName | 'File'
  /** Address of the root record that it belongs to (its own for a root; a file has none). */
  readonly root: string | null
  readonly rootResource: RootName | null
  /** Title or name of the root record, for people. */
  readonly title: string
  /** The fields that identify the record in the store (for a create: those it will have). */
  readonly key: Fields
  /** For a grid: `advanced_pricing` where it changes, and `price` where the way writes it; both of the owner's record. */
  readonly fields: readonly FieldChange[]
  readonly grid?: GridChange
  readonly file?: FileContentChange
  readonly origin: Origin
  readonly source: SourcePlace | null
  /** True on the removal of access rows after which none is left: everybody may see the product. */
  readonly opensAccess?: true
  /** True where a simple price is written while a grid of the store, which is not managed, decides what customers pay (semantics.md 3). */
  readonly gridDecides?: true
  /** Why it cannot be done (`cannot`), in one sentence. */
  readonly reason?: string
}
