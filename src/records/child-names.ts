import { resources, type ResourceName } from '../resources/registry.ts'
import type { Children } from '../resources/record-tree.ts'

const names = resources.map((resource) => resource.name)

/** The resources of which a record holds a list (empty or not), in the order of the registry. */
export function childNames(children: Children<unknown>): ResourceName[] {
  // Most records are leaves, and every stage asks each of them.
  if (Object.keys(children).length === 0) return []
  return names.filter((name) => children[name] !== undefined)
}
