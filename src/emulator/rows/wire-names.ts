import type { ResourceName } from '../../resources/registry.ts'
import type { Switches } from '../assumptions/switches.ts'

const renamed: Readonly<Partial<Record<ResourceName, Readonly<Record<string, string>>>>> = {
  VariantOptions: { variant_code: 'variant', o_group: 'option', o_value: 'choice' },
}

/** The name of a field on the wire (assumptions.md W40). */
export function wireName(resource: ResourceName, field: string, { variantOptions }: Switches): string {
  return variantOptions === 'renamed' ? (renamed[resource]?.[field] ?? field) : field
}

/** The declared name of a field on the wire. A name that this store does not use becomes one that no resource has. */
export function fieldOfWire(resource: ResourceName, name: string, { variantOptions }: Switches): string {
  const names = variantOptions === 'renamed' ? renamed[resource] : undefined
  if (!names) return name
  const found = Object.entries(names).find(([, wire]) => wire === name)
  return found?.[0] ?? (Object.hasOwn(names, name) ? `${name} (not a name of this store)` : name)
}
