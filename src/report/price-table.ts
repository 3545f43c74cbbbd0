import { type GridRow, lastQuantity, quantitiesOf } from '../pricing/grid-row.ts'
import { effectivePrice } from '../pricing/effective-price.ts'
import type { PricedSku } from '../pricing/priced-sku.ts'
import type { PriceQuery } from '../pricing/price-query.ts'
import { conditionWords } from '../pricing/price-words.ts'
import { gridTable } from './grid-table.ts'
import { line, type Line, linesText, wrapLine } from './line.ts'
import { titleLines } from './price-text.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Theme } from './theme.ts'

/** The prices of one sku, or of several variants with the same prices. */
export interface PriceTable {
  readonly skus: readonly string[]
  /** `null`: not in the catalogue. */
  readonly desired: PricedSku | null
  /** `null`: not in the store. */
  readonly live: PricedSku | null | 'not read'
}

/** All prices of a sku, for `planogram price --table`. */
export interface PriceTableView {
  readonly sku: string
  readonly title: string
  /** Each cell has its own group and quantity; a `currency` that is not `null` is the only one in the tables. */
  readonly query: PriceQuery
  /** One for the sku itself, or one for each set of variants with the same prices. */
  readonly tables: readonly PriceTable[]
  readonly store: string
}

/** Most variants named above their table. */
const mostNamed = 6

/**
 * What customers pay, by currency, group and quantity, with old and new price in every cell that changes. No line is wider than
 * `width`. Ends with a newline.
 */
export function priceTable(view: PriceTableView, theme: Theme, width: number): string {
  const lines: readonly Line[] = [
    ...titleLines({ sku: view.sku, title: view.title, query: ['price per piece', ...conditionWords(view.query)].join(', ') }, width),
    ...view.tables.flatMap((table) => [line(''), ...tableLines(table, view, width)]),
    line(''),
    ...wrapLine(line(legend(view), 'faint'), width),
  ]
  return linesText(lines, theme, width)
}

function tableLines(table: PriceTable, { sku, query, tables }: PriceTableView, width: number): readonly Line[] {
  const { before, after } = tableRows(table, query)
  const names = (code: string): string => currencyTitle(code, query)
  const isEmpty = before.length === 0 && after.length === 0
  return [
    ...(isTableOf(table, sku) ? [] : wrapLine(line(skusText(table, tables), 'strong'), width)),
    ...(isEmpty ? [line('No price.', 'risk')] : gridTable({ before, after }, width, names)),
  ]
}

/** True for the table of the sku itself, not of its variants. */
export function isTableOf({ skus }: PriceTable, sku: string): boolean {
  return skus.length === 1 && skus[0] === sku
}

/** The variants of a table, and the side that does not have them where it has others. */
function skusText({ skus, desired, live }: PriceTable, all: readonly PriceTable[]): string {
  const named = skus.slice(0, mostNamed).map(sanitizeLine).join(', ')
  const words = skus.length > mostNamed ? `${named} (and ${skus.length - mostNamed} more)` : named
  if (live === null && all.some((table) => table.live !== null)) return `${words} (not in the store)`
  return desired === null && all.some((table) => table.desired !== null) ? `${words} (not in git)` : words
}

/** The rows of a table in the store (`before`) and in git (`after`); where the store was not read, those in git on both sides. */
export function tableRows(
  { desired, live }: Pick<PriceTable, 'desired' | 'live'>,
  query: PriceQuery,
): { readonly before: readonly GridRow[]; readonly after: readonly GridRow[] } {
  const skus = [desired, live].filter((sku) => sku !== null && sku !== 'not read')
  // A group that has entries on only one side pays the default price on the other.
  const columns = { currencies: currenciesOf(skus, query), groups: [...new Set(['', ...skus.flatMap(groupsOf)])] }
  const after = priceRows(desired, query, columns)
  return { before: live === 'not read' ? after : priceRows(live, query, columns), after }
}

interface Columns {
  readonly currencies: readonly (string | null)[]
  readonly groups: readonly string[]
}

function groupsOf({ advanced, entries }: PricedSku): string[] {
  return advanced ? (entries ?? []).map(({ group_code }) => group_code) : []
}

/** The prices that customers pay as rows of a grid, the default currency as the empty code. Cells without a price have no row. */
function priceRows(sku: PricedSku | null, query: PriceQuery, { currencies, groups }: Columns): readonly GridRow[] {
  if (sku === null) return []
  return currencies.flatMap((currency) =>
    groups.flatMap((group) =>
      rangesOf(sku).flatMap(({ start, end }): GridRow[] => {
        const { price } = effectivePrice(sku, { ...query, currency, groups: group === '' ? [] : [group], quantity: start })
        if (price === null) return []
        return [{ group_code: group, currency_code: currency ?? '', start: String(start), end: String(end), price }]
      }),
    ),
  )
}

/** The ranges between two breaks of any group: within each, no price changes. */
function rangesOf({ advanced, entries }: PricedSku): readonly { start: number; end: number }[] {
  const breaks = advanced ? (entries ?? []).map(quantitiesOf).flatMap(({ from, to }) => [from, to + 1]) : []
  const starts = [...new Set([1, ...breaks])].filter((at) => at >= 1 && at <= lastQuantity).toSorted((a, b) => a - b)
  return starts.map((start, index) => ({ start, end: (starts[index + 1] ?? lastQuantity + 1) - 1 }))
}

/** The requested currency; without one, the default currency and every other with a forced price or a rate. */
function currenciesOf(skus: readonly PricedSku[], { currency, currencies }: PriceQuery): readonly (string | null)[] {
  if (currency !== null && currency !== currencies.default) return [currency]
  if (currency !== null) return [null]
  const forced = skus.flatMap(({ entries }) => (entries ?? []).map((entry) => entry.currency_code))
  const others = new Set([...forced, ...Object.keys(currencies.rates)].filter((code) => code !== '' && code !== currencies.default))
  return [null, ...[...others].toSorted()]
}

function currencyTitle(code: string, { currencies }: PriceQuery): string {
  if (code === '') return currencies.default === null ? 'default currency' : sanitizeLine(currencies.default)
  const rate = Object.hasOwn(currencies.rates, code) ? currencies.rates[code] : undefined
  return `${sanitizeLine(code)} (${rate === undefined ? 'forced prices only' : `forced price, otherwise x ${rate}`})`
}

function legend({ tables, query, store }: PriceTableView): string {
  const name = sanitizeLine(store)
  if (tables.every(({ live }) => live === 'not read')) return 'Prices in git; the store was not read.'
  if (tables.every(({ desired }) => desired === null)) return `Prices in store ${name}; the sku is not in git.`
  if (tables.every(({ live }) => live === null)) return `Prices in git; the sku is not in store ${name}.`
  return tables.every((table) => isSame(table, query))
    ? `Git and store ${name} have the same prices.`
    : `Prices that differ: store ${name} \u2192 git.`
}

function isSame(table: PriceTable, query: PriceQuery): boolean {
  const { before, after } = tableRows(table, query)
  const rows = new Set(before.map((row) => JSON.stringify(row)))
  return before.length === after.length && after.every((row) => rows.has(JSON.stringify(row)))
}
