import { resourceOf } from '../../resources/registry.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { seededPassword } from '../effects/password.ts'
import { StoreFault } from '../store-fault.ts'
import type { IncomingRecord } from './body-parser.ts'
import type { DataContext } from './data-context.ts'
import { isXmlText } from './escape-xml.ts'
import { writeRecords } from './write-records.ts'

function isPassword(resource: string, field: string): boolean {
  return resource === 'Customer' && field === 'password'
}

function incoming({ resource, fields, children }: RecordTree): IncomingRecord {
  const broken = Object.entries(fields).find(([, value]) => !isXmlText(value))
  if (broken) throw new StoreFault(400, `${resource}.${broken[0]} holds a character that XML cannot carry`)
  return {
    resource: resourceOf(resource),
    fields: new Map(Object.entries(fields).map(([name, value]) => [name, isPassword(resource, name) ? seededPassword(value) : value])),
    children: Object.values(children).flatMap((rows) => rows.map(incoming)),
  }
}

/**
 * Puts records in without the API, whole or not at all: keys that the store assigns stay as they are given, and
 * nothing that a request would set off happens (assumptions.md H4). Values are checked as in a write.
 */
export function seedRecords(context: DataContext, records: readonly RecordTree[]): void {
  const switches = {
    ...context.switches,
    batch: 'atomic',
    unknownUid: 'insert',
    references: 'accept',
    nested: 'merge',
    pricingRules: 'accept',
    slug: 'verbatim',
  } as const
  writeRecords({ ...context, switches, effects: null }, records.map(incoming))
}
