import { createRequire } from 'node:module'
import type StringWidth from 'string-width'
import { onFirstUse } from '../source/on-first-use.ts'

const require = createRequire(import.meta.url)

/** string-width, loaded for the first text that needs it: its patterns take longer to compile than a small plan to print. */
const stringWidth = onFirstUse((): typeof StringWidth => {
  const library: { readonly default: typeof StringWidth } = require('string-width')
  return library.default
})

/** Creating it takes a twentieth of the time of a plan without changes. */
const graphemes = onFirstUse(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))
/** Latin letters, and the marks that texts of plans contain: dashes, quotation marks, ellipsis, euro, arrows, minus, lines of tables, the triangles of a price that changes. */
const oneColumnEach =
  /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF\u2013\u2014\u2018-\u201E\u2026\u20AC\u2190-\u2193\u2212\u2500-\u257F\u25B2\u25BC]*$/

/** The width of a text without escape codes in a terminal, in columns. */
export function widthOf(text: string): number {
  return oneColumnEach.test(text) ? text.length : stringWidth()(text)
}

/** The longest start of a text that fits into `columns`; does not split a grapheme. */
export function startThatFits(text: string, columns: number): string {
  if (oneColumnEach.test(text)) return text.slice(0, Math.max(0, columns))
  let width = 0
  let end = 0
  for (const { segment } of graphemes().segment(text)) {
    width += stringWidth()(segment)
    if (width > columns) break
    end += segment.length
  }
  return text.slice(0, end)
}

/** The text; where it is wider than `columns`, its start and an ellipsis. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  return columns < 1 ? '' : `${startThatFits(text, columns - 1)}\u2026`
}

/** The text; where it is wider than `columns`, its start and its end with an ellipsis between them. */
export function cutMiddle(text: string, columns: number): string {
  if (widthOf(text) <= columns || columns < 3) return cutTo(text, columns)
  const backwards = graphemesOf(text).toReversed()
  let end = ''
  for (const each of backwards) {
    if (widthOf(each + end) > Math.floor((columns - 1) / 2)) break
    end = each + end
  }
  return `${startThatFits(text, columns - 1 - widthOf(end))}\u2026${end}`
}

/** The text, padded with spaces at its end to `columns`; a wider text is unchanged. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

/** The text, padded with spaces at its start to `columns`; a wider text is unchanged. */
export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - widthOf(text))) + text
}

/** The graphemes of a text: characters as people see them. */
export function graphemesOf(text: string): readonly string[] {
  return Array.from(graphemes().segment(text), ({ segment }) => segment)
}
