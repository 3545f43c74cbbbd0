import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resources, type ResourceName } from '../resources/registry.ts'

/**
 * The resource specification of a body (platform.md, "Resource specification"): the resource and every related one that
 * some record nests, in the order of the registry; one with related resources of its own is in brackets.
 */
export function specOf(resource: ResourceName, records: readonly RecordTree[]): string {
  const nested = new Set(records.flatMap((record) => childNames(record.children)))
  const parts = resources
    .filter(({ name }) => nested.has(name))
    .map(({ name }) => {
      const below = specOf(
        name,
        records.flatMap((record) => record.children[name] ?? []),
      )
      return below === name ? name : `(${below})`
    })
  return [resource, ...parts].join('+')
}
