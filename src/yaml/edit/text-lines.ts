import type { TextEdit } from './text-edit.ts'

/** The column of an offset, counted from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** The end of the line of an offset, without its line break. */
export function lineEnd(text: string, from: number): number {
  const lineBreak = text.indexOf('\n', from)
  return lineBreak < 0 ? text.length : lineBreak
}

/** The start of the line after an offset; the offset itself where a line starts there. */
export function nextLine(text: string, from: number): number {
  return from > 0 && text[from - 1] === '\n' ? from : Math.min(lineEnd(text, from) + 1, text.length)
}

/** The end of the last line of a value, without its line break. */
export function lastLineEnd(text: string, end: number): number {
  if (text[end - 1] !== '\n') return lineEnd(text, end)
  return text[end - 2] === '\r' ? end - 2 : end - 1
}

/** The insertion of whole lines at the start of a line, or after a last line without a line break. */
export function insertedLines(text: string, place: number, lines: readonly string[]): TextEdit {
  const atLineStart = place === 0 || text[place - 1] === '\n'
  return { start: place, end: place, text: atLineStart ? `${lines.join('\n')}\n` : `\n${lines.join('\n')}` }
}
