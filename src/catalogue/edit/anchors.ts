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
