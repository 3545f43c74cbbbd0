import { resources, type ResourceName } from '../resources/registry.ts'
import type { Children } from '../resources/record-tree.ts'

const names = resources.map((resource) => resource.name)

/** The child resources of which a record has a list, empty ones included, in the order of the registry. */
export function childNames(children: Children<unknown>): ResourceName[] {
  // A fast path: most records have no children, and every stage calls this for each of them.
  if (Object.keys(children).length === 0) return []
  return names.filter((name) => children[name] !== undefined)
}
