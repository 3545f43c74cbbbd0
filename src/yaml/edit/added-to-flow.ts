import type { TextEdit } from './text-edit.ts'
import { columnOf, lineEnd } from './text-lines.ts'

/** Start and end of the last item of a flow map or list. */
export interface LastItem {
  readonly start: number
  readonly end: number
}

/** The edits that add items after the last one of a flow map or list: on lines of their own where it has its own, so that its comment stays there. */
export function addedToFlow(text: string, { start, end }: LastItem, items: readonly string[]): TextEdit[] {
  const rest = /^\s*(,?)\s*(?:#.*)?$/.exec(text.slice(end, lineEnd(text, end)))
  const lineStart = start - columnOf(text, start)
  if (!rest || text.slice(lineStart, start).trim() !== '') return [{ start: end, end, text: `, ${items.join(', ')}` }]
  const [, comma = ''] = rest
  const newLine = `\n${text.slice(lineStart, start)}`
  const added = { start: lineEnd(text, end), end: lineEnd(text, end), text: `${newLine}${items.join(`,${newLine}`)}${comma}` }
  return comma === '' ? [{ start: end, end, text: ',' }, added] : [added]
}
