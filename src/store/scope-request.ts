import type { Scope } from '../records/scope.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { ResourceName } from '../resources/registry.ts'
import { formatFieldList } from '../wire/field-list.ts'
import { formatSpec, type SpecNode } from '../wire/spec.ts'

/** A scope as a request: its specification, and the value of `_fields` with the field names of the store. */
export interface ScopeRequest {
  readonly node: SpecNode
  readonly spec: string
  readonly fields: string
}

/** The request that reads a scope (platform.md, "Resource specification"). */
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

/** The name of a field in the store; default: its documented name. */
export function storeFieldName(names: StoreFieldNames, resource: ResourceName, field: string): string {
  return names[resource]?.[field] ?? field
}
