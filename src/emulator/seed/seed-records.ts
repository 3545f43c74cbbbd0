import { illegalAt } from '../../resources/legal-text.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { resourceOf } from '../../resources/registry.ts'
import { StoreFault } from '../http/store-fault.ts'
import type { IncomingRecord, RowContext } from '../rows/row-context.ts'
import { isPassword, seededPassword } from '../rows/write/password.ts'
import { writeRecords } from '../rows/write/write-records.ts'

/** A field that platform.md does not document ("further Product fields exist", `fields` of a store in the config) needs the name of an element. */
const elementName = /^[A-Za-z_][\w.-]{0,63}$/

function incoming({ resource, fields, children }: RecordTree): IncomingRecord {
  const unnamed = Object.keys(fields).find((name) => !elementName.test(name))
  if (unnamed !== undefined)
    throw new StoreFault(
      400,
      `${resource} has a field with the name ${JSON.stringify(unnamed.slice(0, 60))}, which is not the name of an XML element`,
    )
  const illegal = Object.entries(fields).find(([, value]) => illegalAt(value) >= 0)
  if (illegal) throw new StoreFault(400, `${resource}.${illegal[0]} contains a character that XML cannot represent`).of(illegal[0])
  return {
    resource: resourceOf(resource),
    fields: new Map(Object.entries(fields).map(([name, value]) => [name, isPassword(resource, name) ? seededPassword(value) : value])),
    children: Object.values(children).flatMap((rows) => rows.map(incoming)),
  }
}

/**
 * Writes records in one transaction without the API and without effects (assumptions.md H4). Keys that the store assigns are stored as
 * given. Values are checked as in a write; fields that platform.md does not document are stored.
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
