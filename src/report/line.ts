import { graphemesOf, startThatFits, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** The meaning of a piece of a line; the theme decides how it looks. */
export type Tone = 'plain' | 'strong' | 'faint' | 'added' | 'removed' | 'changed' | 'risk' | 'error' | 'name'

/** A piece of a line: sanitized text without line breaks or escape codes. */
export interface Span {
  readonly text: string
  readonly tone: Tone
  /** The colours of the text and of its background as 24-bit numbers, whatever the theme: only for a terminal that has them. */
  readonly colours?: readonly [foreground: number, background: number]
}

/** One line of a report or a screen, before it is painted. */
export type Line = readonly Span[]

/** A piece of a line. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text, tone }
}

/** A line of one piece. */
export function line(text: string, tone: Tone = 'plain'): Line {
  return [{ text, tone }]
}

/** Columns that a line takes. */
export function lineWidth(spans: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0)
}

/** The line as text for a terminal. */
export function paint(spans: Line, theme: Theme): string {
  return spans.map(({ text, tone, colours }) => (colours === undefined ? paintSpan(text, tone, theme) : inColours(text, colours))).join('')
}

function inColours(text: string, [foreground, background]: NonNullable<Span['colours']>): string {
  return `\u001B[38;2;${partsOf(foreground)};48;2;${partsOf(background)}m${text}\u001B[39;49m`
}

function partsOf(colour: number): string {
  return [colour >> 16, (colour >> 8) & 255, colour & 255].join(';')
}

function paintSpan(text: string, tone: Tone, theme: Theme): string {
  switch (tone) {
    case 'plain':
      return text
    case 'strong':
      return theme.bold(text)
    case 'faint':
      return theme.dim(text)
    case 'added':
      return theme.green(text)
    case 'removed':
      return theme.red(text)
    case 'changed':
      return theme.yellow(text)
    case 'risk':
      return theme.bold(theme.yellow(text))
    case 'error':
      return theme.bold(theme.red(text))
    case 'name':
      return theme.cyan(text)
    default:
      return tone satisfies never
  }
}

/** The line; where it is wider than `columns`, its start and an ellipsis. */
export function cutLine(spans: Line, columns: number): Line {
  if (lineWidth(spans) <= columns) return spans
  const kept: Span[] = []
  let room = columns - 1
  for (const piece of spans) {
    const width = widthOf(piece.text)
    if (width > room) {
      kept.push({ ...piece, text: `${startThatFits(piece.text, room)}${columns < 1 ? '' : '\u2026'}` })
      break
    }
    kept.push(piece)
    room -= width
  }
  return kept
}

/** The line in exactly `columns` columns: cut, or padded with spaces. */
export function fitLine(spans: Line, columns: number): Line {
  const cut = cutLine(spans, columns)
  const missing = columns - lineWidth(cut)
  return missing > 0 ? [...cut, span(' '.repeat(missing))] : cut
}

/**
 * Left and right on one line of `columns` columns, with at least two spaces between them; on a line of infinite width, exactly two.
 * `undefined` where they do not fit.
 */
export function spread(left: Line, right: Line, columns: number): Line | undefined {
  const between = columns === Infinity ? 2 : columns - lineWidth(left) - lineWidth(right)
  return between < 2 ? undefined : [...left, span(' '.repeat(between)), ...right]
}

/** The line as lines of at most `columns` columns, broken at spaces where possible; all but the first start with `indent`. */
export function wrapLine(spans: Line, columns: number, indent = ''): readonly Line[] {
  if (lineWidth(spans) <= columns) return [spans]
  const room = Math.max(columns, widthOf(indent) + 8)
  const lines: Span[][] = []
  let current: Span[] = []
  let used = 0
  const breakLine = (): void => {
    lines.push(current)
    current = indent === '' ? [] : [span(indent)]
    used = widthOf(indent)
  }
  for (const { text, tone } of spans.flatMap(words)) {
    let rest = text
    if (used + widthOf(rest.trimEnd()) > room && used > widthOf(indent)) breakLine()
    while (widthOf(rest.trimEnd()) > room - used) {
      const atStart = used === widthOf(indent)
      const fits = startThatFits(rest, room - used) || (atStart ? (graphemesOf(rest)[0] ?? rest) : '')
      current.push({ text: fits, tone })
      rest = rest.slice(fits.length)
      breakLine()
    }
    current.push({ text: rest, tone })
    used += widthOf(rest)
  }
  lines.push(current)
  return lines.map(withoutTrailingSpace)
}

function words({ text, tone }: Span): Span[] {
  return (text.match(/\s*\S+\s*|\s+/g) ?? []).map((word) => ({ text: word, tone }))
}

function withoutTrailingSpace(spans: Line): Line {
  const last = spans.at(-1)
  return last === undefined ? spans : [...spans.slice(0, -1), { ...last, text: last.text.trimEnd() }]
}

/** Lines as text for a terminal: each cut to `columns` (default: not cut), painted, without blanks at its end. Ends with a newline. */
export function linesText(lines: readonly Line[], theme: Theme, columns = Infinity): string {
  return lines.map((entry) => `${paint(cutLine(entry, columns), theme).trimEnd()}\n`).join('')
}

/** The lines of blocks that are not empty, with a blank line between them. */
export function inBlocks(blocks: readonly (readonly Line[])[]): readonly Line[] {
  return blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : [line(''), ...block]))
}
