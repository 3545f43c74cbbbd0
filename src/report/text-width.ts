import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const oneColumnEach = /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF]*$/

/** Columns that a text without escape codes takes in a terminal. */
export function widthOf(text: string): number {
  return oneColumnEach.test(text) ? text.length : stringWidth(text)
}

/** The longest start of a text that fits into so many columns; never cuts through a character that people see as one. */
export function startThatFits(text: string, columns: number): string {
  if (oneColumnEach.test(text)) return text.slice(0, Math.max(0, columns))
  let width = 0
  let end = 0
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment)
    if (width > columns) break
    end += segment.length
  }
  return text.slice(0, end)
}

/** The text, or its start and an ellipsis where it is wider than so many columns. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  return columns < 1 ? '' : `${startThatFits(text, columns - 1)}\u2026`
}

/** The text, or its start and its end with an ellipsis between where it is wider than so many columns. */
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

/** The text with spaces behind it up to so many columns; a wider text stays as it is. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

/** The text with spaces before it up to so many columns; a wider text stays as it is. */
export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - widthOf(text))) + text
}

/** The characters of a text as people see them. */
export function graphemesOf(text: string): readonly string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}
