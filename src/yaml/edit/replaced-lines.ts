import { commentsIn } from '../comments.ts'
import { type DocumentValue, isMap } from '../document-value.ts'
import type { EntryPair } from './open-document.ts'
import type { TextEdit } from './text-edit.ts'
import { afterComments, columnOf, lastLineEnd, lineEnd, nextLine } from './text-lines.ts'
import { flowText } from './value-lines.ts'

/** A value with its text: the rest of the line of its key, and the lines below. */
interface NewLines {
  readonly value: DocumentValue
  readonly head: string
  readonly body: readonly string[]
}

/**
 * Replaces everything from the colon to the end of the value. The anchor, the tag `!replace` of a map and one comment are kept on the line
 * of the key, other comments above it.
 */
export function replacedLines(text: string, pair: EntryPair, lines: NewLines): TextEdit[] {
  const { keyStart, keyEnd, value: node } = pair
  const [from, to] = node?.range ?? [keyEnd, keyEnd]
  const start = text.indexOf(':', keyEnd) + 1
  const end = text.slice(from, to).includes('\n') ? lastLineEnd(text, to) : lineEnd(text, to)
  const { head, body } = besideComment(text, { below: nextLine(text, end), column: columnOf(text, keyStart) + 1, lines })
  const tag = node?.tag === '!replace' && isMap(lines.value) ? node.tag : ''
  const anchor = /&\S+/.exec(text.slice(start, from).replaceAll(/(?:^|\s)#.*/g, ''))?.[0] ?? ''
  const { beside, above } = commentsOf(text, { keyStart, start, end })
  const words = [tag, anchor, head, ...beside].filter((word) => word !== '').map((word) => ` ${word}`)
  return [...above, { start, end, text: [words.join(''), ...body].join('\n') }]
}

/** The lines of a value; all on one line where a comment below would become a line of a block text. */
function besideComment(
  text: string,
  { below, column, lines }: { below: number; column: number; lines: NewLines },
): Omit<NewLines, 'value'> {
  const { value, head, body } = lines
  const hasBlockText = [head, ...body].some((line) => line.endsWith('|-'))
  return hasBlockText && afterComments(text, below, column) > below ? { head: flowText(value), body: [] } : lines
}

interface Extent {
  readonly keyStart: number
  readonly start: number
  readonly end: number
}

/** The comments of a replaced text: those for the line of the key, and the insertions of the others above it. */
function commentsOf(
  text: string,
  { keyStart, start, end }: Extent,
): { readonly beside: readonly string[]; readonly above: readonly TextEdit[] } {
  const comments = commentsIn(text.slice(start, end))
  const [first, ...others] = comments
  const isBeside = first !== undefined && text.slice(start, lineEnd(text, start)).trimEnd().endsWith(first)
  const above = others.length === 0 ? undefined : commentLines(text, keyStart, isBeside ? others : comments)
  return above ? { beside: isBeside ? [first] : [], above } : { beside: comments, above: [] }
}

/** The insertions of comments above the line of a key; `undefined` where it does not begin its line, as the first key of a list item. */
function commentLines(text: string, keyStart: number, comments: readonly string[]): TextEdit[] | undefined {
  const lineStart = keyStart - columnOf(text, keyStart)
  const indent = text.slice(lineStart, keyStart)
  if (indent.trim() !== '') return undefined
  return comments.map((comment) => ({ start: lineStart, end: lineStart, text: `${indent}${comment}\n` }))
}

/** Replaces a value in a flow map; its comments are kept above the key. `null` where they have no place there. */
export function replacedInFlow(text: string, { keyStart, keyEnd, value: node }: EntryPair, value: DocumentValue): TextEdit[] | null {
  const [start, end] = node?.range ?? [keyEnd, keyEnd]
  const comments = commentsIn(text.slice(start, end))
  const above = comments.length === 0 ? [] : commentLines(text, keyStart, comments)
  return above ? [...above, { start, end, text: flowText(value) }] : null
}
