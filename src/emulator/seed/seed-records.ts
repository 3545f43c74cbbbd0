import { illegalAt } from '../../resources/legal-text.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { resourceOf } from '../../resources/registry.ts'
import { StoreFault } from '../http/store-fault.ts'
import type { IncomingRecord, RowContext } from '../rows/row-context.ts'
import { isPassword, seededPassword } from '../rows/write/password.ts'
import { writeRecords } from '../rows/write/write-records.ts'

function incoming({ resource, fields, children }: RecordTree): IncomingRecord {
  const illegal = Object.entries(fields).find(([, value]) => illegalAt(value) >= 0)
  if (illegal) throw new StoreFault(400, `${resource}.${illegal[0]} contains a character that XML cannot represent`)
  return {
    resource: resourceOf(resource),
    fields: new Map(Object.entries(fields).map(([name, value]) => [name, isPassword(resource, name) ? seededPassword(value) : value])),
    children: Object.values(children).flatMap((rows) => rows.map(incoming)),
  }
}

/**
 * Writes records in one transaction without the API and without effects (assumptions.md H4). Keys that the store assigns are stored as
 * given. Values are checked as in a write.
 */
export function seedRecords(context: RowContext, records: readonly RecordTree[]): void {
  const switches = {
    ...context.switches,
    unknownUid: 'insert',
    references: 'accept',
    nested: 'merge',
    pricingRules: 'accept',
    slug: 'verbatim',
  } as const
  writeRecords({ ...context, switches, effects: null }, records.map(incoming))
}
