import { isScalar } from 'yaml'
import type { DocumentValue } from '../document-value.ts'
import { containsAnchor } from './anchors.ts'
import type { EntryPair } from './open-document.ts'
import { replacedInFlow, replacedLines } from './replaced-lines.ts'
import { scalarText } from './scalar-text.ts'
import type { TextEdit } from './text-edit.ts'
import { columnOf } from './text-lines.ts'
import { pairLines } from './value-lines.ts'

/** The text of a document, and whether the map to edit is a flow map (`{}`). */
export interface Place {
  readonly text: string
  readonly flow: boolean
}

/**
 * The edits that replace the value of a pair; its own anchor and the comments in it are kept. `null` where an anchor is inside the
 * value, because an alias may repeat it.
 */
export function replaceValue({ text, flow }: Place, pair: EntryPair, given: DocumentValue): TextEdit[] | null {
  const { key, keyStart, keyEnd, value: node } = pair
  if (node && containsAnchor(node)) return null
  const value = inWrittenDecimals(node, given)
  const [from, to] = node?.range ?? [keyEnd, keyEnd]
  if (flow) return replacedInFlow(text, pair, value)
  const [first = '', ...body] = pairLines([key, value], columnOf(text, keyStart))
  const head = first.slice(columnOf(text, keyStart) + scalarText(key, 'key').length + 1).trimStart()
  const isInPlace = body.length === 0 && node !== null && hasPlace(text, pair)
  return isInPlace ? [{ start: from, end: to, text: head }] : replacedLines(text, pair, { value, head, body })
}

/** True where another value of one line can replace the old one. A block list can begin at the column of its key; no other value can. */
function hasPlace(text: string, { keyStart, keyEnd, value }: EntryPair): boolean {
  const [from, to] = value?.range ?? [keyEnd, keyEnd]
  const isOnKeyLine = !text.slice(keyEnd, from).includes('\n')
  return !text.slice(from, to).includes('\n') && (isOnKeyLine || columnOf(text, from) > columnOf(text, keyStart))
}

/** The number with two decimals where the old text has two: `12.00` becomes `13.00`, not `13`. */
export function inWrittenDecimals(node: unknown, value: DocumentValue): DocumentValue {
  const isNumber = typeof value !== 'string' && 'bare' in value && /^-?\d+(?:\.\d)?$/.test(value.bare)
  if (!isNumber || !isScalar(node) || !/^-?\d+\.\d\d$/.test(node.source ?? '')) return value
  const [whole = '', decimals = ''] = value.bare.split('.')
  return { bare: `${whole}.${decimals.padEnd(2, '0')}` }
}
