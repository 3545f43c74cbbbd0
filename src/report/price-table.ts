import { type GridRow, lastQuantity, quantitiesOf } from '../pricing/grid-row.ts'
import { effectivePrice } from '../pricing/effective-price.ts'
import type { PricedSku } from '../pricing/priced-sku.ts'
import type { PriceQuery } from '../pricing/price-query.ts'
import { queryText } from '../pricing/price-words.ts'
import { gridTable } from './grid-table.ts'
import { cutLine, line, type Line, paint, wrapLine } from './line.ts'
import { titleLines } from './price-text.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Theme } from './theme.ts'

/** The prices of one sku, or of several variants that cost the same. */
export interface PriceTable {
  readonly skus: readonly string[]
  /** `null`: the catalogue has no such sku. */
  readonly desired: PricedSku | null
  /** `null`: the store has no such sku; `undefined`: the store was not read. */
  readonly live: PricedSku | null | undefined
}

/** All prices of a sku, as `planogram price --table` draws them. */
export interface PriceTableView {
  readonly sku: string
  readonly title: string
  /** Group and quantity are those of each cell; a currency, where one is named, is the only one. */
  readonly query: PriceQuery
  /** Of the sku itself, or one for each set of variants that cost the same. */
  readonly tables: readonly PriceTable[]
  readonly store: string
}

/** So many variants are named above their table. */
const mostNamed = 6

/**
 * What customers pay, per currency, group and quantity, with old and new price in every cell that moves. No line is wider than
 * `width`. Ends with a newline.
 */
export function priceTable(view: PriceTableView, theme: Theme, width: number): string {
  const lines: readonly Line[] = [
    ...titleLines({ sku: view.sku, title: view.title, query: cellWords(view.query) }, width),
    ...view.tables.flatMap((table) => [line(''), ...tableLines(table, view, width)]),
    line(''),
    ...wrapLine(line(legend(view), 'faint'), width),
  ]
  return lines.map((entry) => `${paint(cutLine(entry, width), theme).trimEnd()}\n`).join('')
}

function tableLines(table: PriceTable, { sku, query, tables }: PriceTableView, width: number): readonly Line[] {
  const { before, after } = tableRows(table, query)
  const names = (code: string): string => currencyTitle(code, query)
  const isEmpty = before.length === 0 && after.length === 0
  return [
    ...(table.skus.join() === sku ? [] : wrapLine(line(skusText(table, tables), 'strong'), width)),
    ...(isEmpty ? [line('There is no price at all.', 'risk')] : gridTable({ before, after }, width, names)),
  ]
}

/** Where only some are missing on a side, it is said of them. */
function skusText({ skus, desired, live }: PriceTable, all: readonly PriceTable[]): string {
  const named = skus.slice(0, mostNamed).map(sanitizeLine).join(', ')
  const words = skus.length > mostNamed ? `${named} and ${skus.length - mostNamed} more` : named
  if (live === null && all.some((table) => table.live)) return `${words} (not in the store)`
  return desired === null && all.some((table) => table.desired) ? `${words} (not in git)` : words
}

/** The rows of a table in the store and in git; those of git on both sides where the store was not read. */
export function tableRows(
  { desired, live }: Pick<PriceTable, 'desired' | 'live'>,
  query: PriceQuery,
): { readonly before: readonly GridRow[]; readonly after: readonly GridRow[] } {
  const skus = [desired, live].filter((sku) => sku !== null && sku !== undefined)
  // A group that has entries on one side only pays the default price on the other.
  const columns = { currencies: currenciesOf(skus, query), groups: [...new Set(['', ...skus.flatMap(groupsOf)])] }
  const after = priceRows(desired, query, columns)
  return { before: live === undefined ? after : priceRows(live, query, columns), after }
}

interface Columns {
  readonly currencies: readonly (string | null)[]
  readonly groups: readonly string[]
}

function groupsOf({ advanced, entries }: PricedSku): string[] {
  return advanced ? (entries ?? []).map(({ group_code }) => group_code) : []
}

/** The prices that customers pay as rows of a grid; the default currency is the empty one. Cells without a price have no row. */
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

/** The quantities between two breaks of any group: within each, nobody's price changes. */
function rangesOf({ advanced, entries }: PricedSku): readonly { start: number; end: number }[] {
  const breaks = advanced ? (entries ?? []).map(quantitiesOf).flatMap(({ from, to }) => [from, to + 1]) : []
  const starts = [...new Set([1, ...breaks])].filter((at) => at >= 1 && at <= lastQuantity).toSorted((a, b) => a - b)
  return starts.map((start, index) => ({ start, end: (starts[index + 1] ?? lastQuantity + 1) - 1 }))
}

/** The default one, and every other that a price is forced in or that has a rate; or the one that is asked for. */
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
  return `${sanitizeLine(code)} (${rate === undefined ? 'where a price is forced' : `forced, or else x ${rate}`})`
}

/** What holds for every cell, in words. */
function cellWords(query: PriceQuery): string {
  const words = queryText({ ...query, groups: [], currency: null })
  return `each price is for one piece${words.slice('1 piece'.length)}`
}

function legend({ tables, query, store }: PriceTableView): string {
  const name = sanitizeLine(store)
  if (tables.every(({ live }) => live === undefined)) return 'Prices as git has them; the store was not read.'
  if (tables.every(({ desired }) => desired === null)) return `Prices of store ${name}; the catalogue does not have this sku.`
  if (tables.every(({ live }) => live === null)) return `Prices as git has them; store ${name} does not have this sku.`
  return tables.every((table) => isAlike(table, query))
    ? `Git and store ${name} have the same prices.`
    : `Where a price differs: in store ${name} \u2192 in git.`
}

function isAlike(table: PriceTable, query: PriceQuery): boolean {
  const { before, after } = tableRows(table, query)
  const rows = new Set(before.map((row) => JSON.stringify(row)))
  return before.length === after.length && after.every((row) => rows.has(JSON.stringify(row)))
}
