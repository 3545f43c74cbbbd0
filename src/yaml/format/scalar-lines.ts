import { literalLines, scalarText, type ScalarPlace } from '../edit/scalar-text.ts'
import type { ScalarForm } from './form.ts'

/** What a plain text may begin with, beyond what is written without quotes anew. */
const plainStart = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^\s,[\]{}]))/

/** A value as one line: plain where it was and can stay so, quoted only where it has to be. */
export function scalarLine(form: ScalarForm, place: ScalarPlace): string {
  return carried(form, wordsOf(form, place))
}

/** Anchor and tag before a value. */
export function carried({ before }: { readonly before: string }, words: string): string {
  return [before, words].filter((part) => part !== '').join(' ')
}

function wordsOf({ style, text, isBare }: ScalarForm, place: ScalarPlace): string {
  if (style === 'nothing') return ''
  if (style === 'alias') return text
  const staysPlain = style === 'plain' ? isPlainHere(text, place) : isBare === true
  return staysPlain ? text : scalarText(text, place)
}

/** True where a text that was plain can stay so at its new place. */
function isPlainHere(text: string, place: ScalarPlace): boolean {
  if (text.includes('\n') || !plainStart.test(text) || /: |:$| #/.test(text)) return false
  return place === 'block' || !/[,[\]{}]/.test(text)
}

/** The lines of a text that stands on several, without their indentation: the first behind the key, the others below it. */
export function scalarLines(form: ScalarForm): readonly string[] | undefined {
  const { style, text, lines } = form
  if (style === 'block') return isOneLine(form) || text.trim() === '' ? undefined : lines
  const literal = style === 'plain' || style === 'quoted' ? literalLines(text) : undefined
  return literal && ['|-', ...literal]
}

/** A block text of one line that ends without a line break says no more than the line itself. */
function isOneLine({ text, lines: [header = '', ...body] }: ScalarForm): boolean {
  return !text.includes('\n') && body.length <= 1 && text !== '' && !header.startsWith('>')
}
