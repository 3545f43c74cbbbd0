import { findResource } from '../../../resources/registry.ts'
import type { Resource } from '../../../resources/resource.ts'
import { quoted } from '../../database/table-sql.ts'
import { invalidValue } from '../../http/store-fault.ts'
import { collated } from '../collation.ts'
import type { IncomingRecord, RowContext } from '../row-context.ts'
import { storedValues } from './stored-values.ts'

/** Values to which platform.md gives a special meaning: they do not refer to a record. */
export const freeWords: Readonly<Record<string, readonly string[]>> = {
  'CatParent.parent_code': ['0'],
  'OrderlineDiscounts.orderline_code': ['TOTAL_COST', 'ENTIRE_ORDER'],
}

function exists({ statements, switches }: RowContext, target: string, value: string): boolean {
  const resource = findResource(target)
  if (!resource?.key) return false
  return (
    statements.cell(`SELECT 1 FROM ${quoted(resource.name)} WHERE ${collated(quoted(resource.key), switches)} = ?`, [value]) !== undefined
  )
}

function checkRecord(context: RowContext, resource: Resource, fields: ReadonlyMap<string, string>): void {
  for (const [name, value] of fields) {
    const targets = resource.fields[name]?.refersTo ?? []
    const free = value === '' || targets.length === 0 || freeWords[`${resource.name}.${name}`]?.includes(value)
    if (!free && !targets.some((target) => exists(context, target, value))) {
      throw invalidValue(resource.node, name, `there is no ${targets.join(' or ')} ${JSON.stringify(value.slice(0, 60))}`).because('W27')
    }
  }
}

/** With the switch `references: reject` (assumptions.md W27): 400 for a reference to a record that does not exist after the write. */
export function checkReferences(context: RowContext, record: IncomingRecord): void {
  if (context.switches.references === 'accept') return
  checkRecord(context, record.resource, storedValues(record, context.switches))
  for (const child of record.children) checkReferences(context, child)
}
