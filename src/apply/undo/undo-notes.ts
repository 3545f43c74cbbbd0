import { formatAddress } from '../../records/address.ts'
import type { ResourceName } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'

/** What an undo leaves as it is, one sentence each. */
export interface UndoNotes {
  /** A record, row, grid or file that somebody has changed since the run. */
  changed(address: string): void
  /** A field of which the same is true. */
  changedField(resource: ResourceName, fields: Fields, field: string): void
  /** Something that the run wrote, and that is no longer in the store. */
  gone(address: string): void
  /** Any other sentence about an address. */
  remark(address: string, text: string): void
}

/** Notes that are added to a list. */
export function openUndoNotes(list: string[]): UndoNotes {
  const add = (address: string, text: string): void => void list.push(`${address}: ${text}`)
  return {
    changed: (address) => add(address, changedText),
    changedField: (resource, fields, field) => add(formatAddress({ resource, key: fields, field, row: 1 }), changedText),
    gone: (address) => add(address, 'no longer in the store, left as it is'),
    remark: add,
  }
}

const changedText = 'changed since the run, left as it is'
