import { isNode, type Node, type YAMLSeq } from 'yaml'
import type { DocumentValue } from '../document-value.ts'
import { containsAnchor, hasAnchor } from './anchors.ts'
import { isSame } from './is-same.ts'
import type { TextEdit } from './text-edit.ts'
import { columnOf, insertedLines, nextLine } from './text-lines.ts'
import { flowText } from './value-lines.ts'

/** An item with whole lines, in offsets. */
interface ItemLines {
  readonly node: Node
  readonly start: number
  readonly end: number
}

/**
 * The edits that add and remove items of a block list, so that the others keep their lines and comments. `undefined` where no item stays,
 * where one shares its lines with something else, or where an anchor would be removed.
 */
export function changedItems(text: string, list: YAMLSeq, values: readonly DocumentValue[]): TextEdit[] | undefined {
  const items = list.items.flatMap((item) => itemLines(text, item) ?? [])
  const [first] = items
  if (list.flow === true || !first || items.length < list.items.length) return undefined
  const dash = text.slice(first.start, first.node.range?.[0])
  const added: TextEdit[] = []
  const gone: ItemLines[] = []
  let place = first.start
  let next = 0
  for (const value of values) {
    const found = items.findIndex(({ node }, index) => index >= next && isSame(node, value, ''))
    const kept = items[found]
    if (!kept) {
      added.push(insertedLines(text, place, [`${dash}${flowText(value)}`]))
      continue
    }
    gone.push(...items.slice(next, found))
    place = kept.end
    next = found + 1
  }
  gone.push(...items.slice(next))
  return next === 0 || gone.some(isAnchored) ? undefined : [...added, ...gone.map(({ start, end }) => ({ start, end, text: '' }))]
}

function isAnchored({ node }: ItemLines): boolean {
  return hasAnchor(node) || containsAnchor(node)
}

/** The lines of an item that begins on the line of its dash. */
function itemLines(text: string, node: unknown): ItemLines | undefined {
  if (!isNode(node) || !node.range) return undefined
  const start = node.range[0] - columnOf(text, node.range[0])
  return /^ *- +$/.test(text.slice(start, node.range[0])) ? { node, start, end: nextLine(text, node.range[1]) } : undefined
}
