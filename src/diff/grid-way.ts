import type { GridRow } from '../pricing/grid-row.ts'
import { compareDecimals } from '../records/decimal.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { GridDiff, GridWay } from './change.ts'
import type { CellMatch } from './match-cells.ts'
import type { GridPair } from './prepare-pair.ts'
import { reCut } from './re-cut.ts'
import { staysPriced } from './single-rows.ts'

/** What decides the way of a grid besides its rows. */
export interface GridFrame extends Pick<GridDiff, 'owner' | 'ownerBefore' | 'onSale'> {
  /** True for a record that the store does not have, below a product that shoppers see. */
  readonly joinsSale: boolean
  /** True where the grid is on before and after: the plan does not turn it off or on. */
  readonly staysOn: boolean
  readonly capabilities: Capabilities
}

/** The way of a grid, and the rows that it leads to. */
export type GridCourse = Pick<GridDiff, 'way' | 'after' | 'aside'>

/** The cheapest way by which no shopper pays a price that is neither in the rows before nor in those after (design.md section 5). */
export function courseOf({ wanted, live }: GridPair, match: CellMatch, frame: GridFrame): GridCourse {
  if (wanted.length === 0) return { way: 'clear', after: wanted }
  if (live.length === 0) return { way: 'fresh', after: wanted }
  const isTorn = frame.capabilities.batches !== 'atomic' && tears(match.after, live)
  if (match.inPlace && !(frame.onSale && isTorn)) return { way: 'in-place', after: match.after }
  const course = frame.staysOn ? courseKeptOn(match, live, { ...frame, isTorn }) : undefined
  return course ?? { way: 'bridge', after: wanted }
}

/** True for a way that leaves `advanced_pricing` as it is. */
export function leavesGridOn(way: GridWay): boolean {
  return way === 'in-place' || way === 're-cut' || way === 'single-rows'
}

/**
 * A way by which the grid stays on while rows leave or get other cells; `undefined` where this store allows none. Rows that nobody sees
 * are not deleted one by one: the bridge takes fewer requests.
 */
function courseKeptOn(
  { after }: CellMatch,
  live: readonly GridRow[],
  { capabilities, onSale, isTorn }: Pick<GridFrame, 'capabilities' | 'onSale'> & { readonly isTorn: boolean },
): GridCourse | undefined {
  const cut = capabilities.batches === 'atomic' ? reCut(after, live) : undefined
  if (cut?.aside.length === 0) return { way: 're-cut', after: cut.after }
  if (!onSale || capabilities.deletes !== 'generic') return undefined
  if (!isTorn && staysPriced(after, live)) return { way: 'single-rows', after }
  return cut ? { way: 're-cut', ...cut } : undefined
}

/**
 * True where a body that is written only in part could leave a price that is in neither grid. A customer group without rows pays the
 * default price, and a group with some rows has no price for the other quantities: so a new group needs all its rows at
 * once, and before new rows of the default group. Every other row changes its own cell only.
 */
function tears(after: readonly GridRow[], live: readonly GridRow[]): boolean {
  const groups = new Set(live.map(({ group_code }) => group_code))
  const inserted = after.filter(({ uid }) => uid === undefined)
  const joining = inserted.filter(({ group_code }) => group_code !== '' && !groups.has(group_code))
  const isSeveral = new Set(joining.map(({ group_code }) => group_code)).size < joining.length
  return isSeveral || (joining.length > 0 && inserted.some(({ group_code }) => group_code === ''))
}

/** The simple price for the time without the grid; `null`: none is written (semantics.md 29). */
export function priceMeanwhile(grid: GridPair, way: GridWay, { ownerBefore, joinsSale }: GridFrame): string | null {
  switch (way) {
    case 'in-place':
    case 're-cut':
    case 'single-rows':
      return null
    case 'clear':
      return grid.simplePrice === '' ? dearestPrice(grid) : grid.simplePrice
    case 'fresh':
    case 'bridge':
      return ownerBefore.on || joinsSale ? dearestPrice(grid) : null
    default:
      return way satisfies never
  }
}

/** The highest price of the rows on both sides, in the default currency where there are such rows; else the simple price. */
export function dearestPrice({ live, wanted, simplePrice }: GridPair): string | null {
  const rows = [...live, ...wanted]
  const inDefault = highest(rows.filter(({ currency_code }) => currency_code === ''))
  if (inDefault !== null) return inDefault
  return simplePrice === '' ? highest(rows) : simplePrice
}

function highest(rows: readonly GridRow[]): string | null {
  return rows.reduce<string | null>((most, { price }) => (most === null || (compareDecimals(price, most) ?? -1) > 0 ? price : most), null)
}
