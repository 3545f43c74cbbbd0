import { findResource, type ResourceName } from '../resources/registry.ts'

/** True for a field whose value is shown as a price, with two decimals at least. */
export function isPriceField(resource: ResourceName | 'File', field: string): boolean {
  return field === 'price' && findResource(resource)?.fields[field]?.kind === 'decimal'
}
