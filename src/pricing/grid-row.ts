import type { RecordTree } from '../resources/record-tree.ts'
import { pricingAdvanced } from '../resources/pricing-advanced.ts'
import { storedValue } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'

const { fields } = pricingAdvanced

/** The last quantity of a break without an end: infinity (docs/api.md, "PricingAdvanced"). */
export const lastQuantity = Number(fields.end.default)

/**
 * A price entry within its sku, as canonical texts with the defaults of the store filled in (docs/api.md, "PricingAdvanced"). An empty
 * `group_code` is the default group, an empty `currency_code` all currencies; `start` and `end` are quantities, both inclusive.
 */
export type GridRow = Readonly<Record<'group_code' | 'currency_code' | 'start' | 'end' | 'price', string>> & {
  /** Assigned by the store; a desired row has it only where it updates that live row. */
  readonly uid?: string
}

/** The grid row of a record of PricingAdvanced, desired or live. */
export function gridRowOf({ fields: row }: Pick<RecordTree, 'fields'>): GridRow {
  const uid = row['uid'] ?? ''
  return {
    ...(uid === '' ? {} : { uid }),
    group_code: storedValue(fields.group_code, row['group_code']),
    currency_code: storedValue(fields.currency_code, row['currency_code']),
    start: storedValue(fields.start, row['start']),
    end: storedValue(fields.end, row['end']),
    price: storedValue(fields.price, row['price']),
  }
}

/** The identity of a price entry within its sku. */
export function cellOf({ group_code, currency_code, start, end }: GridRow): string {
  return JSON.stringify([group_code, currency_code, start, end])
}

/** The quantities of a row, both inclusive. */
export function quantitiesOf({ start, end }: Pick<GridRow, 'start' | 'end'>): { readonly from: number; readonly to: number } {
  return { from: Number(start), to: Number(end) }
}

/** Orders rows by group (default first), currency, start, end and price, whatever the order in which the store returned them. */
export function compareRows(a: GridRow, b: GridRow): number {
  return (
    byCode(a.group_code, b.group_code) ||
    byCode(a.currency_code, b.currency_code) ||
    Number(a.start) - Number(b.start) ||
    Number(a.end) - Number(b.end) ||
    byCode(a.price, b.price) ||
    byCode(a.uid ?? '', b.uid ?? '')
  )
}

/** "group dealer", or "the default group" for the rows without one. */
export function groupText(group: string): string {
  return group === '' ? 'the default group' : `group ${group}`
}

/** "from quantity 12 to 47", "for quantity 12", "from quantity 48". */
export function quantityText(from: number, to: number): string {
  if (from === to) return `for quantity ${from}`
  return to >= lastQuantity ? `from quantity ${from}` : `from quantity ${from} to ${to}`
}
