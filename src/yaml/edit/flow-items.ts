import type { TextEdit } from './text-edit.ts'
import { columnOf, lineEnd, nextLine } from './text-lines.ts'

/** Start and end of an item of a flow map or list. */
export interface FlowItem {
  readonly start: number
  readonly end: number
}

/** The indentation of an item that has lines of its own, and the comma after it; `undefined` where it shares a line with something else. */
function ownLines(text: string, { start, end }: FlowItem): { readonly indent: string; readonly comma: string } | undefined {
  const indent = text.slice(start - columnOf(text, start), start)
  const [, comma] = /^\s*(,?)\s*(?:#.*)?$/.exec(text.slice(end, lineEnd(text, end))) ?? []
  return comma === undefined || indent.trim() !== '' ? undefined : { indent, comma }
}

/** The edits that add items after the last one of a flow map or list: on lines of their own where it has its own, so that its comment stays there. */
export function addedToFlow(text: string, last: FlowItem, items: readonly string[]): TextEdit[] {
  const { end } = last
  const lines = ownLines(text, last)
  if (!lines) return [{ start: end, end, text: `, ${items.join(', ')}` }]
  const { indent, comma } = lines
  const added = { start: lineEnd(text, end), end: lineEnd(text, end), text: `\n${indent}${items.join(`,\n${indent}`)}${comma}` }
  return comma === '' ? [{ start: end, end, text: ',' }, added] : [added]
}

/** The edit that removes an item of several: with its lines, where it has its own. `null` where a comment beside it would be removed, too. */
export function removedFromFlow(text: string, items: readonly FlowItem[], item: FlowItem): TextEdit | null {
  if (ownLines(text, item)) return { start: item.start - columnOf(text, item.start), end: nextLine(text, item.end), text: '' }
  const before = items.findLast(({ end }) => end <= item.start)
  const next = items.find(({ start }) => start >= item.end)
  const [start, end] = next ? [item.start, next.start] : [before?.end ?? item.start, item.end]
  return /#/.test(text.slice(start, item.start) + text.slice(item.end, end)) ? null : { start, end, text: '' }
}
