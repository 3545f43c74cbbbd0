import type { Scope } from '../records/scope.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { ResourceName } from '../resources/registry.ts'
import { formatFieldList } from '../wire/field-list.ts'
import { formatSpec, type SpecNode } from '../wire/spec.ts'

/** A scope in the words of a request: the specification, and `_fields` under the store's own names. */
export interface ScopeRequest {
  readonly node: SpecNode
  readonly spec: string
  readonly fields: string
}

/** The request that reads a scope. */
export function scopeRequest(scope: Scope, names: StoreFieldNames): ScopeRequest {
  const fieldsOf = new Map<SpecNode, readonly string[]>()
  const nodeOf = (part: Scope): SpecNode => {
    const node: SpecNode = { resource: part.resource, children: part.children.map(nodeOf) }
    fieldsOf.set(
      node,
      part.fields.map((field) => storeFieldName(names, part.resource, field)),
    )
    return node
  }
  const node = nodeOf(scope)
  return { node, spec: formatSpec(node), fields: formatFieldList(node, (child) => fieldsOf.get(child) ?? []) }
}

/** The store's name of one of our fields. */
export function storeFieldName(names: StoreFieldNames, resource: ResourceName, field: string): string {
  return names[resource]?.[field] ?? field
}
