import { type Change, type GridChange, type GridDiff, skuOfChange } from '../diff/change.ts'
import type { GridRow } from '../pricing/grid-row.ts'
import { compareDecimals } from '../records/decimal.ts'
import type { Hazard } from './hazard.ts'
import { changesKind, kindSwitch } from './last-fields.ts'

/** What the other changes of a plan say about its grids. */
export interface GridSurroundings {
  /** Variants that cannot be chosen while their prices change: they get their option values after that, or lose them before. */
  readonly unchosen: ReadonlySet<string>
  /** Addresses of products that change between their own price and that of their variants: the grids of the other kind are not seen. */
  readonly switched: ReadonlySet<string>
}

/** Collects what `gridHazards` needs; every change is visited once. */
export function gridSurroundings(changes: readonly Change[]): GridSurroundings {
  const records = changes.filter((change) => change.kind === 'record')
  const variants = records.filter(({ resource }) => resource === 'Variants')
  const moving = new Set(variants.filter(({ action }) => action !== 'update').map(skuOfChange))
  // Subproducts are all listed, whatever option values they have: before or after a change of that kind nothing hides a variant.
  const listed = new Set(records.filter(changesKind).map(({ address }) => address))
  const choices = records.filter(({ resource, root }) => resource === 'VariantOptions' && !listed.has(root.address)).map(skuOfChange)
  return {
    unchosen: new Set(choices.filter((code) => moving.has(code))),
    switched: new Set(records.filter((change) => kindSwitch(change) !== undefined).map(({ address }) => address)),
  }
}

/** How long a bridge takes, roughly: six requests and the rows. */
function secondsOf({ after }: GridDiff): number {
  return 3 + Math.ceil(after.length / 100)
}

/** True where shoppers pay the simple price that is written for the time without the grid. */
function isSeen({ sku, root, grid }: GridChange, { unchosen, switched }: GridSurroundings): boolean {
  const { way, onSale, ownerBefore, ownerRemoved, bridgePrice } = grid
  if (bridgePrice === null || unchosen.has(sku) || switched.has(root.address)) return false
  return way === 'clear' ? onSale && ownerRemoved === true : onSale || !ownerBefore.on
}

/** The highest price that is forced in a currency, before or after: while the grid is off it does not apply. */
function highestForced({ before, after }: GridDiff): GridRow | undefined {
  return [...before, ...after]
    .filter(({ currency_code }) => currency_code !== '')
    .reduce<GridRow | undefined>((most, row) => (!most || (compareDecimals(row.price, most.price) ?? 0) > 0 ? row : most), undefined)
}

/** The time without the grid, as a shopper sees it. */
function timeWithout({ address, sku, grid }: GridChange): Hazard[] {
  const forced = highestForced(grid)
  const { bridgePrice: price } = grid
  return [
    { kind: 'hides-grid', address, sku, seconds: secondsOf(grid), price },
    ...(forced && price !== null ? [{ kind: 'bridge-price-low' as const, address, sku, price, highest: cellOfRow(forced) }] : []),
  ]
}

function cellOfRow({
  group_code,
  currency_code,
  start,
  price,
}: GridRow): Pick<GridRow, 'group_code' | 'currency_code' | 'start' | 'price'> {
  return { group_code, currency_code, start, price }
}

/** What a shopper or an owner should know about the change of a grid. */
export function gridHazards(change: GridChange, surroundings: GridSurroundings): Hazard[] {
  const { address, sku, grid } = change
  const seen = isSeen(change, surroundings) ? timeWithout(change) : []
  if (grid.ownerRemoved) return seen
  return [
    ...(grid.duplicates ? [{ kind: 'duplicates-in-store' as const, address, sku }] : []),
    ...seen,
    ...(grid.way === 'clear' && !grid.leftOver ? [{ kind: 'removes-grid' as const, address, sku, rows: grid.before.length }] : []),
  ]
}
