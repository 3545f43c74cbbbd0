import { type GridFault, gridFaults } from '../../pricing/grid-faults.ts'
import { type GridRow, gridRowOf, lastQuantity, groupText } from '../../pricing/grid-row.ts'
import type { Statements } from '../database/statements.ts'
import type { Finding } from './finding.ts'

function until(end: number): string {
  return end >= lastQuantity ? 'upwards' : `to ${end}`
}

function messageOf(fault: GridFault, entries: readonly GridRow[]): string {
  const uid = (row: number): string => entries[row]?.uid ?? ''
  switch (fault.kind) {
    case 'gap':
      return `${groupText(fault.group)} has no price from quantity ${fault.from} ${until(fault.to)}`
    case 'overlap':
      return `the entries ${uid(fault.other)} and ${uid(fault.row)} overlap from quantity ${fault.from} ${until(fault.to)}`
    case 'reversed':
      return `the entry ${uid(fault.row)} ends before it starts`
    case 'forced-without-cell':
      return `the entry ${uid(fault.row)} forces a price in a currency, but no entry without a currency covers the same quantities and group`
    default:
      return fault satisfies never
  }
}

/** Price grids with gaps or overlaps (platform.md, "PricingAdvanced", rules 1 to 4). */
export function lintGrids(statements: Statements): readonly Finding[] {
  const rows = statements.rows(
    'SELECT sku, uid, group_code, currency_code, start, "end" FROM PricingAdvanced ORDER BY sku, CAST(uid AS INTEGER)',
  )
  return [...Map.groupBy(rows, ([sku]) => String(sku))].flatMap(([sku, own]) => {
    const entries = own.map((cells) => {
      const [, uid = '', group_code = '', currency_code = '', start = '', end = ''] = cells.map((cell) => String(cell ?? ''))
      return gridRowOf({ fields: { uid, group_code, currency_code, start, end } })
    })
    return gridFaults(entries).map((fault): Finding => ({
      rule: 'grid',
      resource: 'PricingAdvanced',
      key: sku,
      message: messageOf(fault, entries),
    }))
  })
}
