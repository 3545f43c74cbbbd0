import type { SourceSpan } from '../source/source.ts'
import { sanitizeLine } from './sanitize.ts'
import { graphemesOf, startThatFits, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** How a frame is drawn. */
export interface FrameStyle {
  readonly theme: Theme
  /** Columns of the terminal; left out where the output is not a terminal. */
  readonly columns?: number | undefined
}

/** Most columns of source in a frame; of a longer line the frame shows the part around the span. */
const mostColumns = 111
const fewestColumns = 20
const tab = '    '

/**
 * The lines around a span as a code frame: one before, the line itself with carets under it, one after. Tabs become
 * four spaces, carets allow for wide characters, and a span of several lines is marked on its first line. A file without text, such as a
 * picture, has no frame.
 */
export function codeFrame(text: string, span: SourceSpan & { readonly line: number }, { theme, columns }: FrameStyle): string[] {
  if (text === '') return []
  const { start, line } = span
  const { lines, at, from } = linesAround(text, start)
  while (lines.length > at + 1 && lines.at(-1)?.trim() === '') lines.pop()
  const gutter = String(line - at + lines.length - 1).length
  const room = Math.max(fewestColumns, Math.min(mostColumns, (columns ?? Infinity) - gutter - '>  │ '.length))
  return lines.flatMap((source, index) => {
    const number = String(line - at + index).padStart(gutter)
    if (index !== at) return [numbered(`  ${number} │`, cutStart(source, room), theme)]
    const marked = markedLine(source, { from, length: Math.max(1, span.end - start) }, room)
    return [
      `${theme.red('>')} ${theme.blue(`${number} │`)} ${marked.source}`,
      `  ${theme.blue(`${' '.repeat(gutter)} │`)} ${' '.repeat(marked.before)}${theme.red('^'.repeat(marked.carets))}`,
    ]
  })
}

function numbered(gutter: string, source: string, theme: Theme): string {
  return source === '' ? theme.blue(gutter) : `${theme.blue(gutter)} ${source}`
}

interface Around {
  /** The line before the offset, if any, the line of the offset, and the line after it, if any. */
  readonly lines: string[]
  /** The index of the line of the offset, and the column of the offset in it. */
  readonly at: number
  readonly from: number
}

/** Reads only the text near the offset: a document of many megabytes can have many problems. */
function linesAround(text: string, offset: number): Around {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const own = lineFrom(text, start)
  const before = start === 0 ? [] : [lineFrom(text, start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1).line]
  const after = own.next === null ? [] : [lineFrom(text, own.next).line]
  return { lines: [...before, own.line, ...after], at: before.length, from: Math.min(offset - start, own.line.length) }
}

function lineFrom(text: string, start: number): { readonly line: string; readonly next: number | null } {
  const end = text.indexOf('\n', start)
  if (end < 0) return { line: text.slice(start), next: null }
  return { line: text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end), next: end + 1 }
}

function shownText(source: string): string {
  return sanitizeLine(source.replaceAll('\t', tab))
}

/** The most characters that can fit: the rest of a very long line is not measured. */
function mostCharacters(room: number): number {
  return room * 8
}

function cutStart(source: string, room: number): string {
  const text = shownText(source.slice(0, mostCharacters(room)))
  return widthOf(text) <= room ? text : `${startThatFits(text, room - 1)}…`
}

function markedLine(
  source: string,
  { from, length }: { readonly from: number; readonly length: number },
  room: number,
): { source: string; before: number; carets: number } {
  const skipped = Math.max(0, from - mostCharacters(room))
  const before = shownText(source.slice(skipped, from))
  const end = Math.min(from + length, from + mostCharacters(room))
  const inside = shownText(source.slice(from, end))
  const after = shownText(source.slice(end, end + mostCharacters(room)))
  const needed = Math.max(1, Math.min(widthOf(inside), room / 2)) + (after === '' ? 0 : 1)
  const cut = widthOf(before) + needed > room ? endThatFits(before, room / 4) : before
  const left = room - widthOf(cut)
  const isWhole = widthOf(inside + after) <= left
  const shown = isWhole ? inside + after : startThatFits(inside + after, left - 1)
  return {
    source: sanitizeLine(`${cut}${shown}${isWhole ? '' : '…'}`),
    before: widthOf(cut),
    carets: Math.max(1, Math.min(widthOf(inside), widthOf(shown))),
  }
}

function endThatFits(text: string, columns: number): string {
  const parts = graphemesOf(text)
  let from = parts.length
  for (let width = 0; from > 0; from--) {
    width += widthOf(parts[from - 1] ?? '')
    if (width > columns) break
  }
  return `…${parts.slice(from).join('')}`
}
