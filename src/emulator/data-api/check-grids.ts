import { gridFaults } from '../../pricing/grid-faults.ts'
import { StoreFault } from '../store-fault.ts'
import type { IncomingRecord } from './body-parser.ts'
import type { DataContext } from './data-context.ts'

function skusOf({ resource, fields, children }: IncomingRecord, parent: string): string[] {
  const own = fields.get('sku') ?? parent
  const key = resource.name === 'Variants' ? (fields.get('code') ?? '') : own
  return [...(resource.name === 'PricingAdvanced' ? [own] : []), ...children.flatMap((child) => skusOf(child, key))]
}

function checkGrid({ statements }: DataContext, sku: string): void {
  const rows = statements.rows('SELECT group_code, currency_code, start, "end" FROM "PricingAdvanced" WHERE sku = ?', [sku])
  const cells = rows.map(([group, currency, start, end]) => {
    return { group: String(group ?? ''), currency: String(currency ?? ''), start: Number(start), end: Number(end) }
  })
  const [fault] = gridFaults(cells)
  if (fault) throw new StoreFault(400, `PricingAdvanced: the entries of ${sku} have a fault (${fault.kind})`).because('W10')
}

/** Under `pricingRules: reject` (assumptions.md W10): 400 where the entries of a written sku have a gap or an overlap after the write. */
export function checkGrids(context: DataContext, records: readonly IncomingRecord[]): void {
  if (context.switches.pricingRules === 'accept') return
  for (const sku of new Set(records.flatMap((record) => skusOf(record, '')))) checkGrid(context, sku)
}
