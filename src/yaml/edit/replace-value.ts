import { isScalar } from 'yaml'
import type { DocumentValue } from '../document-value.ts'
import { containsAnchor } from './anchors.ts'
import type { EntryPair } from './open-document.ts'
import { scalarText } from './scalar-text.ts'
import type { TextEdit } from './text-edit.ts'
import { columnOf, lastLineEnd, lineEnd } from './text-lines.ts'
import { flowText, pairLines } from './value-lines.ts'

/** The text of a document, and whether the map to edit is a flow map (`{}`). */
export interface Place {
  readonly text: string
  readonly flow: boolean
}

/**
 * The edits that replace the value of a pair; its own anchor and the comment after it are kept. `null` where an anchor is inside the
 * value, because an alias may repeat it.
 */
export function replaceValue({ text, flow }: Place, pair: EntryPair, given: DocumentValue): TextEdit[] | null {
  const { key, keyStart, keyEnd, value: node } = pair
  if (node && containsAnchor(node)) return null
  const value = inWrittenDecimals(node, given)
  const [from, to] = node?.range ?? [keyEnd, keyEnd]
  if (flow) return [{ start: from, end: to, text: flowText(value) }]
  const indent = columnOf(text, keyStart)
  const [first = '', ...body] = pairLines([key, value], indent)
  const head = first.slice(indent + scalarText(key, 'key').length + 1).trimStart()
  const isOneLine = !text.slice(from, to).includes('\n')
  if (isOneLine && body.length === 0 && node) return [{ start: from, end: to, text: head }]
  return [replacedLines(text, { keyEnd, from, to }, { head, body })]
}

/** The number with two decimals where the old text has two: `12.00` becomes `13.00`, not `13`. */
export function inWrittenDecimals(node: unknown, value: DocumentValue): DocumentValue {
  const isNumber = typeof value !== 'string' && 'bare' in value && /^-?\d+(?:\.\d)?$/.test(value.bare)
  if (!isNumber || !isScalar(node) || !/^-?\d+\.\d\d$/.test(node.source ?? '')) return value
  const [whole = '', decimals = ''] = value.bare.split('.')
  return { bare: `${whole}.${decimals.padEnd(2, '0')}` }
}

interface Extent {
  readonly keyEnd: number
  readonly from: number
  readonly to: number
}

/** Replaces everything from the colon to the end of the value; the anchor and the comment of the first line are kept on the new one. */
function replacedLines(text: string, { keyEnd, from, to }: Extent, { head, body }: { head: string; body: readonly string[] }): TextEdit {
  const isOneLine = !text.slice(from, to).includes('\n')
  const colon = text.indexOf(':', keyEnd) + 1
  const end = isOneLine ? lineEnd(text, to) : lastLineEnd(text, to)
  const before = text.slice(colon, from)
  const anchor = /&\S+/.exec(before)?.[0] ?? ''
  const comment = commentIn(before) ?? commentIn(isOneLine ? text.slice(to, end) : '') ?? ''
  const words = [anchor, head, comment].filter((word) => word !== '')
  return { start: colon, end, text: [words.map((word) => ` ${word}`).join(''), ...body].join('\n') }
}

function commentIn(text: string): string | undefined {
  return /#.*/.exec(text)?.[0].trimEnd()
}
