import { escapeMarkup } from '../escape-markup.ts'
import { sanitize, sanitizeLine } from '../sanitize.ts'
import { cutMiddle } from '../text-width.ts'

/** Characters of a value that are shown; the middle of a longer one is left out. */
const longestValue = 120

/**
 * A text of a catalogue or a store as a code span, in which `@name`, `#12`, links, HTML and Markdown mean nothing: delimited by more
 * back-ticks than it has in a row. One line.
 */
export function codeSpan(text: string, columns = longestValue): string {
  const shown = shortened(text, columns)
  if (shown.trim() === '') return '`(empty)`'
  const ticks = '`'.repeat(longestRun(shown) + 1)
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${shown}${space}${ticks}`
}

/** The same for a cell of a table, which a `|` would end. */
export function codeCell(text: string, columns = longestValue): string {
  return codeSpan(text.replaceAll('|', '\u00A6'), columns)
}

/** A price, or several joined by "or", as it is; any other text as a code span. */
export function amountCell(text: string): string {
  return /^[-\d.,]+(?: or [-\d.,]+)*$/.test(text) ? text : codeCell(text)
}

/** A text of a catalogue or a store as code in HTML, for the summary of a fold. */
export function htmlCode(text: string, columns = longestValue): string {
  return `<code>${escapeMarkup(shortened(text, columns))}</code>`
}

/** Lines as a block of code, which no line of it can end. */
export function codeBlock(lines: readonly string[], language = 'text'): string {
  const text = sanitize(lines.join('\n'))
  const fence = fenceOf(text)
  return `${fence}${language}\n${text}\n${fence}\n`
}

/** The back-ticks around a block of code with this text. */
export function fenceOf(text: string): string {
  return '`'.repeat(Math.max(3, longestRun(text) + 1))
}

/** A text for a hidden comment: it cannot end it, and has no spaces. */
export function markerText(text: string): string {
  return encodeURIComponent(sanitizeLine(text)).replaceAll('-', '%2D')
}

/** One sanitized line. A very long text is cut before it is measured. */
function shortened(text: string, columns: number): string {
  const most = columns * 8
  const near = text.length > 2 * most ? `${text.slice(0, most)}\u2026${text.slice(-most)}` : text
  return cutMiddle(sanitizeLine(near), columns)
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 0)
}
