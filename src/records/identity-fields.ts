import type { Capabilities } from '../resources/capabilities.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'

/** The fields that tell the rows of a resource apart in one store: its natural key, and for attributes what W13 says there. */
export function identityFields(resource: ResourceName, capabilities: Capabilities): readonly string[] {
  const { natural } = resourceOf(resource)
  return resource === 'ProductAttributes' && capabilities.attributes === 'label+value' ? [...natural, 'value'] : natural
}
