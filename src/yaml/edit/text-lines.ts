import type { TextEdit } from './text-edit.ts'

/** The column of an offset, counted from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** Where the line of an offset ends, without its break. */
export function lineEnd(text: string, from: number): number {
  const lineBreak = text.indexOf('\n', from)
  return lineBreak < 0 ? text.length : lineBreak
}

/** Where the line after an offset begins; the offset itself where a line begins there. */
export function nextLine(text: string, from: number): number {
  return from > 0 && text[from - 1] === '\n' ? from : Math.min(lineEnd(text, from) + 1, text.length)
}

/** The end of a value without the break of its last line, and without what else stands on that line. */
export function lastLineEnd(text: string, end: number): number {
  if (text[end - 1] !== '\n') return lineEnd(text, end)
  return text[end - 2] === '\r' ? end - 2 : end - 1
}

/** Whole lines put in at the start of a line, or behind a last line that has no end. */
export function insertedLines(text: string, place: number, lines: readonly string[]): TextEdit {
  const atLineStart = place === 0 || text[place - 1] === '\n'
  return { start: place, end: place, text: atLineStart ? `${lines.join('\n')}\n` : `\n${lines.join('\n')}` }
}
