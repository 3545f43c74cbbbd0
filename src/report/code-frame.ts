import type { SourceSpan } from '../records/source.ts'
import { sanitizeLine } from './sanitize.ts'
import { graphemesOf, startThatFits, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** Columns of source that a frame shows; of a longer line it shows the part around the span. */
const maxColumns = 110
const tab = '    '

/**
 * The lines around a span as a code frame: one before, the line itself with carets under it, one after. Tabs become
 * four spaces and wide characters keep the carets in place; a span over several lines is marked on its first. A file without a text, such as a picture, has no frame.
 */
export function codeFrame(text: string, span: SourceSpan, theme: Theme): string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  const { line, from } = placeIn(text, span.start)
  const first = Math.max(0, line - 1)
  const shown = lines.slice(first, line + 2)
  while (shown.length > line - first + 1 && shown.at(-1)?.trim() === '') shown.pop()
  const gutter = String(first + shown.length).length
  return shown.flatMap((source, index) => {
    const number = String(first + index + 1).padStart(gutter)
    if (first + index !== line) return [numbered(`  ${number} │`, startOf(source), theme)]
    const marked = markedLine(source, from, Math.max(1, span.end - span.start))
    return [
      `${theme.red('>')} ${theme.blue(`${number} │`)} ${marked.source}`,
      `  ${theme.blue(`${' '.repeat(gutter)} │`)} ${' '.repeat(marked.before)}${theme.red('^'.repeat(marked.carets))}`,
    ]
  })
}

function numbered(gutter: string, source: string, theme: Theme): string {
  return source === '' ? theme.blue(gutter) : `${theme.blue(gutter)} ${source}`
}

/** The line of an offset and where in it the offset stands, both from 0. */
function placeIn(text: string, offset: number): { line: number; from: number } {
  let line = 0
  let start = 0
  for (const { index, 0: end } of text.matchAll(/\r?\n/g)) {
    if (index + end.length > offset) break
    line += 1
    start = index + end.length
  }
  return { line, from: Math.max(0, offset - start) }
}

function shownText(source: string): string {
  return sanitizeLine(source.replaceAll('\t', tab))
}

function startOf(source: string): string {
  const text = shownText(source)
  return widthOf(text) <= maxColumns ? text : `${startThatFits(text, maxColumns - 1)}…`
}

function markedLine(source: string, from: number, length: number): { source: string; before: number; carets: number } {
  const before = shownText(source.slice(0, from))
  const inside = shownText(source.slice(from, from + length))
  const after = shownText(source.slice(from + length))
  const cut = widthOf(before) + Math.min(widthOf(inside), maxColumns / 2) > maxColumns ? lastThatFits(before, maxColumns / 4) : before
  const room = maxColumns - widthOf(cut)
  const shown = startThatFits(inside + after, room)
  return {
    source: `${cut}${shown}${shown === inside + after ? '' : '…'}`,
    before: widthOf(cut),
    carets: Math.max(1, Math.min(widthOf(inside), widthOf(shown))),
  }
}

function lastThatFits(text: string, columns: number): string {
  const turned = graphemesOf(text).toReversed().join('')
  return `…${graphemesOf(startThatFits(turned, columns)).toReversed().join('')}`
}
