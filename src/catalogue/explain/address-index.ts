import { addressOf } from '../../records/address.ts'
import type { Desired, DesiredRecord } from '../../records/desired.ts'
import { keyOf } from '../../records/named-fields.ts'
import { resourceOf } from '../../resources/registry.ts'
import type { EntryPath } from './value-chain.ts'

/** A record and its root record, which may be itself. */
export interface AddressedRecord {
  readonly record: DesiredRecord
  readonly root: DesiredRecord
}

/** Every record of a catalogue by its address; the price entries of one sku share theirs. */
export function addressIndex({ roots }: Desired): ReadonlyMap<string, readonly AddressedRecord[]> {
  return recordIndex(Object.values(roots).flat())
}

/** These root records and the rows below them by their addresses. */
export function recordIndex(roots: Iterable<DesiredRecord>): ReadonlyMap<string, readonly AddressedRecord[]> {
  const index = new Map<string, AddressedRecord[]>()
  const add = (record: DesiredRecord, root: DesiredRecord): void => {
    const address = addressOf(record.resource, record.fields)
    const known = index.get(address)
    if (known) known.push({ record, root })
    else index.set(address, [{ record, root }])
    for (const rows of [...Object.values(record.children), ...Object.values(record.onCreate?.children ?? {})]) {
      for (const row of rows) add(row, root)
    }
  }
  for (const root of roots) add(root, root)
  return index
}

/** The entry of a document that a root record comes from. */
export function sectionOf(record: DesiredRecord): EntryPath {
  const { authored } = resourceOf(record.resource)
  return [authored && 'section' in authored ? authored.section : '', keyOf(record)]
}
