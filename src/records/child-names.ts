import { resources, type ResourceName } from '../resources/registry.ts'
import type { Children } from '../resources/record-tree.ts'

/** By name: the place in the registry. */
const places: ReadonlyMap<string, number> = new Map(resources.map(({ name }, index) => [name, index]))

/** The child resources of which a record has a list, empty ones included, in the order of the registry. */
export function childNames(children: Children<unknown>): ResourceName[] {
  // Most records have no children or few, and every stage calls this for each of them.
  const names: ResourceName[] = []
  for (const key in children) {
    const place = places.get(key)
    const name = place === undefined ? undefined : resources[place]?.name
    if (place === undefined || name === undefined || children[name] === undefined) continue
    let at = names.length
    for (; at > 0; at -= 1) {
      const before = names[at - 1]
      if (before === undefined || (places.get(before) ?? 0) < place) break
      names[at] = before
    }
    names[at] = name
  }
  return names
}
