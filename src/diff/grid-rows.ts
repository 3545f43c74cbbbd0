import type { RecordTree } from '../resources/record-tree.ts'
import { pricingAdvanced } from '../resources/pricing-advanced.ts'
import { canonicalValue } from '../resources/scalar.ts'
import type { GridRow } from './change.ts'

const { fields } = pricingAdvanced

/** A price entry in the form in which grids are compared: defaults filled in (platform.md, "Limits"), texts canonical. */
export function gridRowOf({ fields: row }: RecordTree): GridRow {
  const uid = row['uid'] ?? ''
  return {
    ...(uid === '' ? {} : { uid }),
    group_code: canonicalValue(fields.group_code, row['group_code'] ?? ''),
    currency_code: canonicalValue(fields.currency_code, row['currency_code'] ?? ''),
    start: canonicalValue(fields.start, row['start'] || fields.start.default),
    end: canonicalValue(fields.end, row['end'] || fields.end.default),
    price: canonicalValue(fields.price, row['price'] ?? ''),
  }
}

/** The identity of a price entry within its sku. */
export function cellOf({ group_code, currency_code, start, end }: GridRow): string {
  return JSON.stringify([group_code, currency_code, start, end])
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function compareRows(a: GridRow, b: GridRow): number {
  return (
    compareTexts(a.group_code, b.group_code) ||
    compareTexts(a.currency_code, b.currency_code) ||
    Number(a.start) - Number(b.start) ||
    Number(a.end) - Number(b.end) ||
    compareTexts(a.price, b.price) ||
    compareTexts(a.uid ?? '', b.uid ?? '')
  )
}

/** Rows by group (default first), currency, start, end and price, whatever the order in which the store returned them. */
export function sortedRows(rows: readonly GridRow[]): GridRow[] {
  return rows.toSorted(compareRows)
}
