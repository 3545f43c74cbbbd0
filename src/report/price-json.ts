import type { GridRow } from '../pricing/grid-row.ts'
import type { PriceQuery } from '../pricing/price-query.ts'
import { isTableOf, type PriceTable, type PriceTableView, tableRows } from './price-table.ts'
import type { PriceView } from './price-text.ts'
import { jsonText } from './json-text.ts'

/** One price with its steps as JSON. `live` is `null` where the store was not read; `live_failure` is the reason, `null` with `--offline`. */
export function priceJson({ sku, title, sides, failure }: PriceView, query: PriceQuery): string {
  const of = (id: 'desired' | 'live'): object | null => {
    const side = sides.find((each) => each.id === id)
    if (side === undefined) return null
    const { answer, reason } = side
    if (answer === null) return { price: null, currency: null, reason, steps: [] }
    const steps = answer.steps.map(({ kind, text, amount, assumed }) => {
      return { kind, text, amount, assumed: assumed.length === 0 ? null : assumed.join('; ') }
    })
    return { price: answer.price, currency: answer.currency, reason, steps }
  }
  return `${jsonText({ sku, title, query: queryJson(query), desired: of('desired'), live: of('live'), live_failure: failure }, 2)}\n`
}

/**
 * All prices of a sku as JSON: one entry per group, quantity range and currency; `null` = the default currency. For a product that
 * customers buy as variants, `variants` has a table for each set of variants with the same prices.
 */
export function priceTableJson({ sku, title, tables, query }: Omit<PriceTableView, 'store'>, failure: PriceView['failure']): string {
  const { at, options, customer_discount } = queryJson(query)
  const cells = (rows: readonly GridRow[]): readonly object[] =>
    rows.map(({ group_code, currency_code, start, end, price }) => ({
      group: group_code,
      currency: currency_code === '' ? query.currencies.default : currency_code,
      start: Number(start),
      end: Number(end),
      price,
    }))
  const sides = (table: PriceTable): { desired: readonly object[] | null; live: readonly object[] | null } => {
    const { before, after } = tableRows(table, query)
    return {
      desired: table.desired === null ? null : cells(after),
      live: table.live === null || table.live === 'not read' ? null : cells(before),
    }
  }
  const head = { sku, title, query: { at, options, customer_discount } }
  const own = tables.find((table) => isTableOf(table, sku))
  const body = own ? sides(own) : { variants: tables.map((table) => ({ codes: table.skus, ...sides(table) })) }
  return `${jsonText({ ...head, ...body, live_failure: failure }, 2)}\n`
}

function queryJson({ groups, quantity, currency, at, options, customerDiscount }: PriceQuery): {
  groups: readonly string[]
  quantity: number
  currency: string | null
  at: string | null
  options: PriceQuery['options']
  customer_discount: string | null
} {
  return { groups, quantity, currency, at, options, customer_discount: customerDiscount }
}
