import { isAlias, isCollection, isScalar, type Node, visit } from 'yaml'

/** True where an anchor stands on a node: another value may repeat it. */
export function hasAnchor(node: Node): boolean {
  return (isScalar(node) || isCollection(node)) && node.anchor !== undefined
}

/** True where an anchor stands somewhere below a node. */
export function holdsAnchor(node: Node): boolean {
  let found = false
  visit(node, {
    Node: (_, child) => {
      found ||= child !== node && !isAlias(child) && hasAnchor(child)
      return found ? visit.BREAK : undefined
    },
  })
  return found
}

/** Names of the anchors that stand on a node or below it, and of those that its aliases repeat. */
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
