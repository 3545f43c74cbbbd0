import { type GridFault, gridFaults, lastQuantity } from '../../pricing/grid-faults.ts'
import type { Statements } from '../database/statements.ts'
import type { Finding } from './finding.ts'

interface Entry {
  readonly uid: string
  readonly group: string
  readonly currency: string
  readonly start: number
  readonly end: number
}

function nameOf(group: string): string {
  return group === '' ? 'the default group' : `group ${group}`
}

function until(end: number): string {
  return end >= lastQuantity ? 'upwards' : `to ${end}`
}

function messageOf(fault: GridFault, entries: readonly Entry[]): string {
  const uid = (row: number): string => entries[row]?.uid ?? ''
  switch (fault.kind) {
    case 'gap':
      return `${nameOf(fault.group)} has no price from quantity ${fault.from} ${until(fault.to)}`
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
    const entries = own.map(([, uid, group, currency, start, end]): Entry => {
      return {
        uid: String(uid),
        group: String(group ?? ''),
        currency: String(currency ?? ''),
        start: Number(start),
        end: Number(end ?? lastQuantity),
      }
    })
    return gridFaults(entries).map((fault): Finding => ({
      rule: 'grid',
      resource: 'PricingAdvanced',
      key: sku,
      message: messageOf(fault, entries),
    }))
  })
}
