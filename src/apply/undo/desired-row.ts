import type { DesiredRecord } from '../../records/desired.ts'
import { fieldOf, type ResourceName } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'

/** A record that an undo wants, without the values that the store assigns. No document declares it. */
export function desiredRow(resource: ResourceName, fields: Fields, children: DesiredRecord['children'] = {}): DesiredRecord {
  const own = Object.entries(fields).filter(([name]) => fieldOf(resource, name).owner !== 'store')
  return { resource, fields: Object.fromEntries(own), children, source: nowhere, spans: {} }
}

/** The place of what no document declares. */
export const nowhere = { file: '', start: 0, end: 0 } as const
