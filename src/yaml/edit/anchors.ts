import { isAlias, isCollection, isScalar, type Node, visit } from 'yaml'

/** True where a node has an anchor, so that an alias can repeat it. */
export function hasAnchor(node: Node): boolean {
  return (isScalar(node) || isCollection(node)) && node.anchor !== undefined
}

/** True where a node below has an anchor. */
export function containsAnchor(node: Node): boolean {
  let found = false
  visit(node, {
    Node: (_, child) => {
      found ||= child !== node && !isAlias(child) && hasAnchor(child)
      return found ? visit.BREAK : undefined
    },
  })
  return found
}

/** Names of the anchors of a node and the nodes below, and of the anchors that its aliases repeat. */
export interface References {
  readonly anchors: readonly string[]
  readonly aliases: readonly string[]
}

/** The references of a node. */
export function referencesOf(node: Node): References {
  const anchors: string[] = []
  const aliases: string[] = []
  visit(node, {
    Node: (_, child) => {
      if (isAlias(child)) aliases.push(child.source)
      else if ((isScalar(child) || isCollection(child)) && child.anchor !== undefined) anchors.push(child.anchor)
    },
  })
  return { anchors, aliases }
}
