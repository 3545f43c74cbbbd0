import { literalLines, scalarText, type ScalarPlace } from '../edit/scalar-text.ts'
import type { ScalarForm } from './form.ts'

/** Beginnings of plain texts that are kept without quotes; `scalarText` would quote some of them. */
const plainStart = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^\s,[\]{}]))/

/** The value on one line: a plain text stays plain where possible; other texts have quotes only where necessary. */
export function scalarLine(form: ScalarForm, place: ScalarPlace): string {
  return prefixed(form, valueText(form, place))
}

/** The text of a value with its anchor and tag before it. */
export function prefixed({ before }: { readonly before: string }, text: string): string {
  return [before, text].filter((part) => part !== '').join(' ')
}

function valueText({ style, text, isBare }: ScalarForm, place: ScalarPlace): string {
  if (style === 'nothing') return ''
  if (style === 'alias') return text
  const staysPlain = style === 'plain' ? isPlainHere(text, place) : isBare === true
  return staysPlain ? text : scalarText(text, place)
}

/** True where a plain text can stay plain at its new place. */
function isPlainHere(text: string, place: ScalarPlace): boolean {
  if (text.includes('\n') || !plainStart.test(text) || /: |:$| #/.test(text)) return false
  return place === 'block' || !/[,[\]{}]/.test(text)
}

/** The lines of a text that is printed on several lines, without indentation: the first after the key, the others below it. */
export function scalarLines(form: ScalarForm): readonly string[] | undefined {
  const { style, text, lines } = form
  if (style === 'block') return isOneLine(form) || text.trim() === '' ? undefined : lines
  const literal = style === 'plain' || style === 'quoted' ? literalLines(text) : undefined
  return literal && ['|-', ...literal]
}

/** True for a block text of one line without a line break at its end: it equals that line. */
function isOneLine({ text, lines: [header = '', ...body] }: ScalarForm): boolean {
  return !text.includes('\n') && body.length <= 1 && text !== '' && !header.startsWith('>')
}
