import type { TextEdit } from './text-edit.ts'

/** The column of an offset, counted from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** The end of the line of an offset, without its line break. */
export function lineEnd(text: string, from: number): number {
  const lineBreak = text.indexOf('\n', from)
  if (lineBreak < 0) return text.length
  return lineBreak > from && text[lineBreak - 1] === '\r' ? lineBreak - 1 : lineBreak
}

/** The start of the line after an offset; that of its own line where only spaces are before it: a map with a comment at its end ends there. */
export function nextLine(text: string, from: number): number {
  const start = from - columnOf(text, from)
  if (start > 0 && text.slice(start, from).trim() === '') return start
  const lineBreak = text.indexOf('\n', from)
  return lineBreak < 0 ? text.length : lineBreak + 1
}

/** The end of the last line of a value, without its line break. */
export function lastLineEnd(text: string, end: number): number {
  const start = end - columnOf(text, end)
  if (start === 0 || text.slice(start, end).trim() !== '') return lineEnd(text, end)
  return text[start - 2] === '\r' ? start - 2 : start - 1
}

/** The start of the line after the comments that follow a line start, blank lines between them included; only those at `column` or deeper count. */
export function afterComments(text: string, lineStart: number, column = 0): number {
  const comment = new RegExp(`(?:[ \\t]*\\r?\\n)* {${column},}#`, 'y')
  for (let place = lineStart; ; place = nextLine(text, comment.lastIndex)) {
    comment.lastIndex = place
    if (!comment.test(text)) return place
  }
}

/** The insertion of whole lines at the start of a line, or after a last line without a line break. */
export function insertedLines(text: string, place: number, lines: readonly string[]): TextEdit {
  const atLineStart = place === 0 || text[place - 1] === '\n'
  return { start: place, end: place, text: atLineStart ? `${lines.join('\n')}\n` : `\n${lines.join('\n')}` }
}
