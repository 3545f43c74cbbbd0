import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { byCode } from '../source/by-code.ts'

/** Field names in the order of the declaration; undeclared ones (`meta_title`) follow, sorted by name. */
export function fieldOrder(resource: ResourceName, names: Iterable<string>): readonly string[] {
  const { fields } = resourceOf(resource)
  const given = new Set(names)
  const others = [...given].filter((name) => !Object.hasOwn(fields, name)).toSorted(byCode)
  return [...Object.keys(fields).filter((name) => given.has(name)), ...others]
}

/** The same values in the order of the declaration, whatever the order in which the store returned them. */
export function orderedFields(resource: ResourceName, fields: Fields): Fields {
  return Object.fromEntries(fieldOrder(resource, Object.keys(fields)).map((name) => [name, fields[name] ?? '']))
}
