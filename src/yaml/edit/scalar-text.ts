/** The position of a text: after a key in block style, inside `{}` or `[]`, or as a key. */
export type ScalarPlace = 'block' | 'flow' | 'key'

/** What some YAML reader does not read as text: null, flags, numbers, times, dates, merge keys. */
const misread = /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?\.(?:inf|nan)|[-+]?\.?\d[\da-fxo_.,:+tz -]*)$/i
const plainStart = /^[^\s\-?:,[\]{}#&*!|>'"%@`~]/
const neverPlain = /: |:$| #|\s$/
const flowSigns = /[,[\]{}]/
/** Characters that need double quotes, line ends aside; the last two replace braces while a document is parsed (`escapeReferences`). */
const escaped = /[^\P{Cc}\n]|[\u2028\u2029\uFEFF\uE000\uE001]|\p{Cs}/u

/** The text as one line of YAML, quoted only where necessary. */
export function scalarText(text: string, place: ScalarPlace): string {
  if (escaped.test(text) || text.includes('\n')) return doubleQuoted(text)
  const isPlain = plainStart.test(text) && !neverPlain.test(text) && !misread.test(text) && (place === 'block' || !flowSigns.test(text))
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`
}

/** The lines of the text as a literal block (`|-`); `undefined` where it has one line or needs quotes. */
export function literalLines(text: string): string[] | undefined {
  if (!text.includes('\n') || escaped.test(text.replaceAll('\t', '')) || text.trim() !== text) return undefined
  return text.split('\n')
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007F-\u009F\u2028\u2029\uFEFF\uE000\uE001]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
