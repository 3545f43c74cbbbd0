import { gridFaults } from '../../pricing/grid-faults.ts'
import { compareRows, type GridRow, gridRowOf } from '../../pricing/grid-row.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { bare } from './collapse-fields.ts'
import { type DocumentMap, type DocumentValue, mapOf, unlessEmpty } from '../../yaml/document-value.ts'
import { priceText } from './price-text.ts'

/** The price entries of a product or variant, sorted. */
export function priceRows({ children }: RecordTree): GridRow[] {
  return (children.PricingAdvanced ?? []).map(gridRowOf).toSorted(compareRows)
}

/** A text that is equal for equal grids only. */
export function gridKey(rows: readonly GridRow[]): string {
  return JSON.stringify(rows.map(({ group_code, currency_code, start, end, price }) => [group_code, currency_code, start, end, price]))
}

/** The simple price that is derived from a grid: default group, lowest break (semantics.md 3). */
export function derivedPrice(rows: readonly GridRow[]): string | undefined {
  const plain = rows.filter(({ group_code, currency_code }) => group_code === '' && currency_code === '')
  return plain.reduce<GridRow | undefined>((first, row) => (!first || Number(row.start) < Number(first.start) ? row : first), undefined)
    ?.price
}

/** A grid as it is written in YAML: breaks and prices where it follows the rules, else raw entries (semantics.md 4). */
export function collapseGrid(rows: readonly GridRow[]): DocumentMap {
  return shortGrid(rows) ?? mapOf(['entries', rows.map(entryOf)])
}

function entryOf({ start, end, price, group_code, currency_code }: GridRow): DocumentMap {
  return mapOf(
    ['start', bare(start)],
    ['end', bare(end)],
    ['price', bare(priceText([price])(price))],
    ['group_code', group_code === '' ? undefined : group_code],
    ['currency_code', currency_code === '' ? undefined : currency_code],
  )
}

/** True where a group cannot be a key of `prices`: `default` means no group there. */
function hasReservedGroup(rows: readonly GridRow[]): boolean {
  return rows.some(({ group_code }) => group_code === 'default' || group_code === '__proto__')
}

function shortGrid(rows: readonly GridRow[]): DocumentMap | undefined {
  if (rows.length === 0 || hasReservedGroup(rows) || gridFaults(rows).length > 0) return undefined
  const plain = rows.filter(({ currency_code }) => currency_code === '')
  const breaks = plain.filter(({ group_code }) => group_code === '').map(({ start }) => start)
  const columns = [...Map.groupBy(plain, ({ group_code }) => group_code)]
  // The grid has no gaps and no overlaps, so equal starts mean equal ends.
  if (columns.some(([, column]) => column.map(({ start }) => start).join() !== breaks.join())) return undefined
  const text = priceText(rows.map(({ price }) => price))
  const prices = columns.map(([group, column]): [string, DocumentValue] => [
    group === '' ? 'default' : group,
    column.map(({ price }) => bare(text(price))),
  ])
  const forced = rows
    .filter(({ currency_code }) => currency_code !== '')
    .map(({ currency_code, group_code, start, price }) =>
      mapOf(
        ['currency', currency_code],
        ['group', group_code === '' ? undefined : group_code],
        ['start', bare(start)],
        ['price', bare(text(price))],
      ),
    )
  return mapOf(['breaks', breaks.map(bare)], ['prices', new Map(prices)], ['forced', unlessEmpty(forced)])
}
