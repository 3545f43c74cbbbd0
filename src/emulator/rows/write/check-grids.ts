import { gridFaults } from '../../../pricing/grid-faults.ts'
import { gridRowOf } from '../../../pricing/grid-row.ts'
import { StoreFault } from '../../http/store-fault.ts'
import { collated } from '../collation.ts'
import type { IncomingRecord, RowContext } from '../row-context.ts'

function skusOf({ resource, fields, children }: IncomingRecord, parent: string): string[] {
  const own = fields.get('sku') ?? parent
  const key = resource.name === 'Variants' ? (fields.get('code') ?? '') : own
  return [...(resource.name === 'PricingAdvanced' ? [own] : []), ...children.flatMap((child) => skusOf(child, key))]
}

function checkGrid({ statements, switches }: RowContext, sku: string): void {
  const rows = statements.rows(
    `SELECT group_code, currency_code, start, "end" FROM "PricingAdvanced" WHERE ${collated('sku', switches)} = ?`,
    [sku],
  )
  const grid = rows.map((cells) => {
    const [group_code = '', currency_code = '', start = '', end = ''] = cells.map((cell) => String(cell ?? ''))
    return gridRowOf({ fields: { group_code, currency_code, start, end } })
  })
  const [fault] = gridFaults(grid)
  if (fault) throw new StoreFault(400, `PricingAdvanced: the price grid of ${sku} is invalid (${fault.kind})`).because('W10')
}

/** With `pricingRules: reject` (assumptions.md W10): 400 if the entries of a written sku have a gap or an overlap after the write. */
export function checkGrids(context: RowContext, records: readonly IncomingRecord[]): void {
  if (context.switches.pricingRules === 'accept') return
  for (const sku of new Set(records.flatMap((record) => skusOf(record, '')))) checkGrid(context, sku)
}
