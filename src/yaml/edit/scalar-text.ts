/** Where a text stands: after a key in block style, inside `{}` or `[]`, or as a key. */
export type ScalarPlace = 'block' | 'flow' | 'key'

/** What YAML readers of any version take for something else than text: null, flags, numbers, times, dates, merges. */
const misread = /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?\.(?:inf|nan)|[-+]?\.?\d[\da-fxo_.,:+tz -]*)$/i
const plainStart = /^[^\s\-?:,[\]{}#&*!|>'"%@`~]/
const neverPlain = /: |:$| #|\s$/
const flowSigns = /[,[\]{}]/
/** Characters that no plain, single-quoted or literal text carries safely, line ends aside; the last two stand for braces while a document is read. */
const escaped = /[^\P{Cc}\n]|[\u2028\u2029\uFEFF\uE000\uE001]|\p{Cs}/u

/** One line of YAML that reads as exactly this text, quoted only where it has to be. */
export function scalarText(text: string, place: ScalarPlace): string {
  if (escaped.test(text) || text.includes('\n')) return doubleQuoted(text)
  const isPlain = plainStart.test(text) && !neverPlain.test(text) && !misread.test(text) && (place === 'block' || !flowSigns.test(text))
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`
}

/** The lines of a literal block (`|-`), or `undefined` where only quotes can hold the text. */
export function literalLines(text: string): string[] | undefined {
  if (!text.includes('\n') || escaped.test(text.replaceAll('\t', '')) || text.trim() !== text) return undefined
  return text.split('\n')
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007F-\u009F\u2028\u2029\uFEFF\uE000\uE001]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
