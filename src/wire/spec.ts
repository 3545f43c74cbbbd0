import { findResource, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'

/** A resource of a specification with the resources embedded in it. */
export interface SpecNode {
  readonly resource: ResourceName
  readonly children: readonly SpecNode[]
}

/** An invalid specification; `name` is the part at fault. */
export interface SpecFault {
  readonly fault: 'syntax' | 'unknown' | 'unrelated' | 'repeated' | 'too-deep'
  readonly name: string
}

const maxDepth = 4
const maxLength = 512

/**
 * Parses a resource specification (platform.md, "Resource specification"), percent-decoded:
 *
 *     spec = name { "+" item } ;   item = name | "(" spec ")" ;
 *
 * The first name is the parent of all that follow at its level; inside brackets the first name is the parent of the rest.
 */
export function parseSpec(text: string): SpecNode | SpecFault {
  if (text.length > maxLength) return { fault: 'syntax', name: text.slice(0, 40) }
  const tokens = text.match(/[()+]|[^()+]+/g) ?? []
  let at = 0

  /** A resource with a relation to `parent`; with `open`, the names that follow at its level are its children. */
  function resource(parent: ResourceName | undefined, depth: number, open: boolean): SpecNode | SpecFault {
    const name = tokens[at] ?? ''
    if (!/^[A-Za-z]+$/.test(name)) return { fault: 'syntax', name: name || text }
    at += 1
    const found = findResource(name)?.name
    if (!found) return { fault: 'unknown', name }
    if (depth > maxDepth) return { fault: 'too-deep', name }
    if (parent && !relationOf(parent, found)) return { fault: 'unrelated', name }
    return open ? withChildren(found, depth) : { resource: found, children: [] }
  }

  function withChildren(parent: ResourceName, depth: number): SpecNode | SpecFault {
    const children: SpecNode[] = []
    while (tokens[at] === '+') {
      at += 1
      const child = item(parent, depth + 1)
      if ('fault' in child) return child
      if (children.some((other) => other.resource === child.resource)) return { fault: 'repeated', name: child.resource }
      children.push(child)
    }
    return { resource: parent, children }
  }

  function item(parent: ResourceName, depth: number): SpecNode | SpecFault {
    if (tokens[at] !== '(') return resource(parent, depth, false)
    at += 1
    const nested = resource(parent, depth, true)
    if ('fault' in nested) return nested
    if (tokens[at] !== ')') return { fault: 'syntax', name: tokens[at] ?? text }
    at += 1
    return nested
  }

  const root = resource(undefined, 1, true)
  if ('fault' in root) return root
  return at === tokens.length ? root : { fault: 'syntax', name: tokens[at] ?? text }
}

/** The text of a specification, with canonical names; a child with children of its own is in brackets. */
export function formatSpec(node: SpecNode): string {
  const children = node.children.map((child) => (child.children.length > 0 ? `(${formatSpec(child)})` : child.resource))
  return [node.resource, ...children].join('+')
}
