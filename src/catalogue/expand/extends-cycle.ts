import type { DefinitionMap } from '../layers/definitions.ts'
import type { GridDocument } from '../../documents/grid-document.ts'
import type { Located } from '../../yaml/source-node.ts'

/** Lists that extend each other, or too many in a row. */
export interface ExtendsCycle {
  readonly message: string
  readonly fix: string
  /** True for a list of the cycle; false for one that only extends it. */
  isMember(located: Located): boolean
}

const mostLists = 16

/** What is wrong with the chain of lists that starts with this one, or `undefined`. */
export function extendsCycle(lists: DefinitionMap<GridDocument>, start: string): ExtendsCycle | undefined {
  const chain: string[] = []
  for (let name: string | undefined = start; name !== undefined; name = lists.get(name)?.value.extends) {
    const first = chain.indexOf(name)
    if (first >= 0) {
      const members = chain.slice(first)
      const nodes = new Set(members.map((member) => lists.get(member)?.located.node))
      return {
        message: `these price lists extend each other: ${[...members, name].join(' > ')}`,
        fix: 'Give one of them prices of its own.',
        isMember: ({ node }) => nodes.has(node),
      }
    }
    chain.push(name)
    if (chain.length > mostLists) {
      return {
        message: `more than ${mostLists} price lists extend each other in a row`,
        fix: 'Extend a list closer to the first.',
        isMember: () => true,
      }
    }
  }
  return undefined
}
