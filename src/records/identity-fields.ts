import type { Capabilities } from '../resources/capabilities.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'

/** The fields that identify a row of a resource in one store: its natural key; for attributes, as declared in the capabilities of the store (W13). */
export function identityFields(resource: ResourceName, capabilities: Capabilities): readonly string[] {
  const { natural } = resourceOf(resource)
  return resource === 'ProductAttributes' && capabilities.attributes === 'label+value' ? [...natural, 'value'] : natural
}
