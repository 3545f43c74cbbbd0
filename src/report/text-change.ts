import { countOf, formatCount } from '../source/counts.ts'
import { diffLibrary } from './diff-library.ts'
import { line, type Line, type Span, span, wrapLine } from './line.ts'
import { sanitize } from './sanitize.ts'
import { type DiffPart, keptPercent, wordDiff } from './word-diff.ts'

/** Unchanged text on each side of a change, in characters. */
const context = 40

/** Longest part of a rewritten text, in characters. */
const longestExcerpt = 600

/**
 * A long text that changes, as lines: the share that is kept, then removed words `[-like this-]` and added words `{+like this+}` with
 * some unchanged text around them; a rewritten text is shown before and after.
 */
export function textChangeLines(before: string, after: string, width: number): readonly Line[] {
  const from = readable(before)
  const to = readable(after)
  const parts = wordDiff(from, to, diffLibrary())
  if (parts === 'rewritten') {
    return [
      line(`rewritten, ${formatCount(lengthOf(before))} \u2192 ${countOf(lengthOf(after), 'character')}`, 'faint'),
      ...excerpt(from, 'removed', width),
      ...excerpt(to, 'added', width),
    ]
  }
  const head = line(`${countOf(lengthOf(after), 'character')}, ${keptPercent(parts)} % kept`, 'faint')
  return [
    head,
    ...paragraphs(
      parts.flatMap((part, index) => partSpans(part, index === 0, index === parts.length - 1)),
      width,
    ),
  ]
}

/** A long text that is added or removed, as wrapped lines. */
export function textLines(text: string, tone: Span['tone'], width: number): readonly Line[] {
  return excerpt(readable(text), tone, width)
}

function partSpans({ kind, text }: DiffPart, first: boolean, last: boolean): Span[] {
  if (kind === 'added') return [span(`{+${text.replaceAll('\n', '\u21B5\n')}+}`, 'added')]
  if (kind === 'removed') return [span(`[-${text.replaceAll('\n', '\u21B5\n')}-]`, 'removed')]
  const head = first ? '' : text.slice(0, wordEndNear(text, context))
  const tail = last ? '' : text.slice(Math.max(head.length, wordStartNear(text, text.length - context)))
  const hidden = text.length - head.length - tail.length
  return hidden < 20 ? [span(text)] : [span(head), span(' \u2026 ', 'faint'), span(tail)]
}

function wordEndNear(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space < at / 2 ? at : space
}

function wordStartNear(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space === -1 || space > at + context / 2 ? at : space + 1
}

function excerpt(text: string, tone: Span['tone'], width: number): readonly Line[] {
  const shown = text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)} \u2026` : text
  return paragraphs([span(shown, tone)], width)
}

function paragraphs(spans: readonly Span[], width: number): readonly Line[] {
  const lines: Span[][] = [[]]
  for (const { text, tone } of spans) {
    const [first = '', ...rest] = text.split('\n')
    lines.at(-1)?.push(span(first, tone))
    for (const part of rest) lines.push([span(part, tone)])
  }
  return lines.filter((entry) => entry.some(({ text }) => text.trim() !== '')).flatMap((entry) => wrapLine(entry, width))
}

function readable(text: string): string {
  return sanitize(withLineEnds(text)).replaceAll('\t', '  ')
}

/** Of the text itself: what is shown of it can have more characters. */
function lengthOf(text: string): number {
  return withLineEnds(text).length
}

function withLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
