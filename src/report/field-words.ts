import { findResource, type ResourceName } from '../resources/registry.ts'
import { sanitizeLine } from './sanitize.ts'

/** The name of a field as authors write it in YAML: `values` for `o_value` of an option. */
export function fieldWord(resource: ResourceName | 'File', field: string): string {
  return sanitizeLine(findResource(resource)?.fields[field]?.authored ?? field)
}

/** The value of a field for people, one sanitized line: `s Small, m Medium` for `s=Small,m=Medium`. */
export function valueWords(resource: ResourceName | 'File', field: string, value: string): string {
  if (findResource(resource)?.fields[field]?.pairs !== true) return sanitizeLine(value)
  const pairs = value.split(',').map((pair) => pair.trim().replace('=', ' '))
  return sanitizeLine(pairs.join(', '))
}
