import { gridFaults } from '../../pricing/grid-faults.ts'
import { pricingAdvanced } from '../../resources/pricing-advanced.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { canonicalValue } from '../../resources/scalar.ts'
import { byCode } from '../../source/by-code.ts'
import { bare } from './collapse-fields.ts'
import { type DocumentMap, type DocumentValue, mapOf, unlessEmpty } from '../../yaml/document-value.ts'
import { priceText } from './price-text.ts'

/** A price entry without its sku, with default values filled in. */
export interface PriceRow {
  readonly group: string
  readonly currency: string
  readonly start: string
  readonly end: string
  readonly price: string
}

const { fields } = pricingAdvanced

/** The price entries of a product or variant, sorted. */
export function priceRows({ children }: RecordTree): PriceRow[] {
  const rows = (children.PricingAdvanced ?? []).map(({ fields: row }) => ({
    group: canonicalValue(fields.group_code, row['group_code'] ?? ''),
    currency: canonicalValue(fields.currency_code, row['currency_code'] ?? ''),
    start: canonicalValue(fields.start, row['start'] || fields.start.default),
    end: canonicalValue(fields.end, row['end'] || fields.end.default),
    price: canonicalValue(fields.price, row['price'] ?? ''),
  }))
  return rows.toSorted(compareRows)
}

function compareRows(a: PriceRow, b: PriceRow): number {
  return (
    byCode(a.group, b.group) ||
    byCode(a.currency, b.currency) ||
    Number(a.start) - Number(b.start) ||
    Number(a.end) - Number(b.end) ||
    byCode(a.price, b.price)
  )
}

/** A text that is equal for equal grids only. */
export function gridKey(rows: readonly PriceRow[]): string {
  return JSON.stringify(rows.map(({ group, currency, start, end, price }) => [group, currency, start, end, price]))
}

/** The simple price that is derived from a grid: default group, lowest break (semantics.md 3). */
export function derivedPrice(rows: readonly PriceRow[]): string | undefined {
  const plain = rows.filter(({ group, currency }) => group === '' && currency === '')
  return plain.reduce<PriceRow | undefined>((first, row) => (!first || Number(row.start) < Number(first.start) ? row : first), undefined)
    ?.price
}

/** A grid as it is written in YAML: breaks and prices where it follows the rules, else raw entries (semantics.md 4). */
export function collapseGrid(rows: readonly PriceRow[]): DocumentMap {
  return shortGrid(rows) ?? mapOf(['entries', rows.map(entryOf)])
}

function entryOf({ start, end, price, group, currency }: PriceRow): DocumentMap {
  return mapOf(
    ['start', bare(start)],
    ['end', bare(end)],
    ['price', bare(priceText([price])(price))],
    ['group_code', group === '' ? undefined : group],
    ['currency_code', currency === '' ? undefined : currency],
  )
}

/** True where a group cannot be a key of `prices`: `default` means no group there. */
function hasReservedGroup(rows: readonly PriceRow[]): boolean {
  return rows.some(({ group }) => group === 'default' || group === '__proto__')
}

function shortGrid(rows: readonly PriceRow[]): DocumentMap | undefined {
  const cells = rows.map(({ group, currency, start, end }) => ({ group, currency, start: Number(start), end: Number(end) }))
  if (rows.length === 0 || hasReservedGroup(rows) || gridFaults(cells).length > 0) return undefined
  const plain = rows.filter(({ currency }) => currency === '')
  const breaks = plain.filter(({ group }) => group === '').map(({ start }) => start)
  const columns = [...Map.groupBy(plain, ({ group }) => group)]
  // The grid has no gaps and no overlaps, so equal starts mean equal ends.
  if (columns.some(([, column]) => column.map(({ start }) => start).join() !== breaks.join())) return undefined
  const text = priceText(rows.map(({ price }) => price))
  const prices = columns.map(([group, column]): [string, DocumentValue] => [
    group === '' ? 'default' : group,
    column.map(({ price }) => bare(text(price))),
  ])
  const forced = rows
    .filter(({ currency }) => currency !== '')
    .map(({ currency, group, start, price }) =>
      mapOf(['currency', currency], ['group', group === '' ? undefined : group], ['start', bare(start)], ['price', bare(text(price))]),
    )
  return mapOf(['breaks', breaks.map(bare)], ['prices', new Map(prices)], ['forced', unlessEmpty(forced)])
}
