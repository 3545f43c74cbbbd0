import { findResource, type ResourceName } from '../resources/registry.ts'
import { sanitizeLine } from './sanitize.ts'

/** The name of a field as authors write it in YAML: `values` for `o_value` of an option. */
export function fieldWord(resource: ResourceName, field: string): string {
  return sanitizeLine(findResource(resource)?.fields[field]?.authored ?? field)
}
