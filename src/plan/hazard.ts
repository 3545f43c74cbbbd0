import type { ChangeRoot, LeftToBuy } from '../diff/change.ts'
import type { GridRow } from '../pricing/grid-row.ts'
import type { ResourceName } from '../resources/registry.ts'

/** A price that is about 10, 100 or 1000 times (`decimalSlip`) the one before, or that part of it, and whose price it is. */
export interface PriceSlip {
  readonly before: string
  readonly after: string
  readonly of:
    | { readonly kind: 'simple' }
    | ({ readonly kind: 'grid' } & Pick<GridRow, 'group_code' | 'currency_code' | 'start'>)
    /** The amount that a value of a simple option adds. */
    | { readonly kind: 'option'; readonly option: string; readonly value: string }
}

/**
 * What a shopper or an owner should know before the plan runs, as data: reports word it. Printed with the plan, never hidden.
 * `address` is that of the change.
 */
export type Hazard =
  /** Shoppers pay the simple price `price` instead of a grid for about so many seconds: the grid is off, not on yet, or about to go. */
  | { readonly kind: 'hides-grid'; readonly address: string; readonly sku: string; readonly seconds: number; readonly price: string | null }
  /** In that time prices that are forced in a currency do not apply; `highest` is the highest of them before or after. */
  | {
      readonly kind: 'bridge-price-low'
      readonly address: string
      readonly sku: string
      readonly price: string
      readonly highest: Pick<GridRow, 'group_code' | 'currency_code' | 'start' | 'price'>
    }
  | { readonly kind: 'duplicates-in-store'; readonly address: string; readonly sku: string }
  /** The store has a row without a key several times: all copies are deleted, then it is inserted again. */
  | {
      readonly kind: 'recreates-row'
      readonly address: string
      readonly root: ChangeRoot
      readonly resource: ResourceName
      readonly copies: number
    }
  /** The grid is removed; the simple price applies. */
  | { readonly kind: 'removes-grid'; readonly address: string; readonly sku: string; readonly rows: number }
  /**
   * The store still has rows of a removed record that are those of a created one. `removed` before it is created, `overwritten`, `cleared`,
   * or `kept` as they are. `key` is the sku, or the code of the variant or category, that they are about.
   */
  | {
      readonly kind: 'left-over'
      readonly address: string
      readonly key: string
      readonly resource: ResourceName
      readonly fate: 'removed' | 'overwritten' | 'cleared' | 'kept'
    }
  /** Variants are removed from a product: `codes` can no longer be bought, `left` can. `address` is that of the first. */
  | {
      readonly kind: 'removes-variants'
      readonly address: string
      readonly root: ChangeRoot
      readonly codes: readonly string[]
      readonly left: LeftToBuy
    }
  /** Rows of another resource are removed from a root record; `address` is that of the first. */
  | {
      readonly kind: 'removes-rows'
      readonly address: string
      readonly root: ChangeRoot
      readonly resource: ResourceName
      readonly rows: number
    }
  /** A product or category that is hidden in the store will be shown. */
  | { readonly kind: 'shows-hidden'; readonly address: string; readonly root: ChangeRoot }
  /** The last access row of a product is removed. */
  | { readonly kind: 'opens-access'; readonly address: string; readonly root: ChangeRoot }
  /** The price of a product and its discount or adjustments change in more than one request: in between it is dearer than before and after. */
  | { readonly kind: 'dearer-meanwhile'; readonly address: string; readonly root: ChangeRoot }
  /** All groups that see a product are replaced, and its prices change: for a moment groups of one side see prices of the other. */
  | { readonly kind: 'mixes-audiences'; readonly address: string; readonly root: ChangeRoot }
  /** A simple price is written that no customer pays: an unmanaged grid of the store takes precedence. */
  | { readonly kind: 'price-without-effect'; readonly address: string; readonly sku: string; readonly price: string }
  /** A record gets the slug of another record of the store, which keeps it (`lasts`) or gets another one in the same plan. */
  | {
      readonly kind: 'same-slug'
      readonly address: string
      readonly root: ChangeRoot
      readonly slug: string
      readonly owner: ChangeRoot
      readonly lasts: boolean
    }
  /** A price moves as if its decimal point were misplaced; `others`: prices of the same change that do so too. */
  | ({ readonly kind: 'price-slip'; readonly address: string; readonly sku: string; readonly others: number } & PriceSlip)
  | { readonly kind: 'overwrites-file'; readonly address: string; readonly path: string }
  | { readonly kind: 'removes-file'; readonly address: string; readonly path: string }
