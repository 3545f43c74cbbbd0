import { shortestDecimal } from '../resources/scalar.ts'
import { likelyDate } from './likely-date.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { Plain } from '../yaml/source-node.ts'
import type { PlainKind, ValueForm } from './value-forms.ts'

/** A longer value, in characters, is not repeated in a fix. */
const longest = 60

/** How to write a value of the wrong form, for a schema that accepts these forms; `undefined` where nothing is likely. */
export function likelyFix(found: Plain | undefined, forms: readonly ValueForm[]): string | undefined {
  if (found === undefined || (typeof found === 'string' && found.length > longest)) return undefined
  for (const form of forms) {
    const fix = Array.isArray(found) ? fixOfList(found, form) : typeof found === 'string' ? fixOfBare(found, form) : undefined
    if (fix !== undefined) return fix
  }
  return undefined
}

/** Blanks of every kind, what cannot be seen, and typographic quotes, at the ends of a text: they come with a copy from another program. */
const wrapping = /^[\s\u200B\u2060\u2018-\u201F\u00AB\u00BB]+|[\s\u200B\u2060\u2018-\u201F\u00AB\u00BB]+$/gu

function fixOfBare(found: string, form: ValueForm): string | undefined {
  const bare = found.replaceAll(wrapping, '')
  const isNumber = (form.kind === 'number' && /^\d+(?:\.\d+)?$/.test(bare)) || (form.kind === 'integer' && /^\d+$/.test(bare))
  return fixOfText(bare, form) ?? (isNumber && bare !== found ? `Write ${bare}.` : undefined)
}

function fixOfText(found: string, form: ValueForm): string | undefined {
  if (form.kind === 'choice') return choice(found, form)
  if (form.kind === 'map') return isPlainWords(found) ? `Write { ${form.firstKey}: ${found} }.` : undefined
  return form.kind === 'pairs' ? undefined : fixOfKind[form.kind](found)
}

const fixOfKind: Readonly<Record<PlainKind, (found: string) => string | undefined>> = {
  flag,
  price,
  integer,
  number,
  date: likelyDate,
  percent: (found) => (/^\d{1,3}(?:\.\d+)?$/.test(found) ? `Write ${found}%.` : undefined),
  address: (found) => (/^[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/[\w./-]*)?$/i.test(found) ? `Write https://${found}.` : undefined),
  list: (found) => (isPlainWords(found) ? `Write [${found}].` : undefined),
}

function flag(found: string): string | undefined {
  if (/^(?:y|yes|on|1)$/i.test(found)) return 'Write true.'
  return /^(?:n|no|off|0)$/i.test(found) ? 'Write false.' : undefined
}

function choice(found: string, { values, fixes = {} }: Extract<ValueForm, { readonly kind: 'choice' }>): string | undefined {
  if (Object.hasOwn(fixes, found)) return fixes[found]
  const near = nearestWord(found, values)
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

function price(found: string): string | undefined {
  const digits = found.replace(/^(?:[A-Z]{2,3}|\p{Sc}|kr\.?)\s*|\s*(?:[A-Z]{2,3}|\p{Sc}|kr\.?|,-)$/giu, '')
  const plain = plainNumber(digits)
  if (plain === undefined) return undefined
  const currency = digits === found || found.endsWith(',-') ? '' : ' alone: a price is in the default currency, and has no sign'
  return `Write ${plain}${currency}.`
}

function integer(found: string): string | undefined {
  const [, digits] = /^(\d{1,15})(?:\.0+|\s*[a-z]+\.?)?$/i.exec(found.replaceAll(/(?<=\d)[ ,.](?=\d{3}(?:\D|$))/g, '')) ?? []
  return digits === undefined || digits === found ? undefined : `Write ${digits}.`
}

function number(found: string): string | undefined {
  const plain = plainNumber(found)
  if (plain !== undefined) return plain === found ? undefined : `Write ${plain}.`
  return /^\d+(?:[.,]\d+)?\s*[a-z]{1,3}$/i.test(found) ? 'Write the number alone, in the unit that your shop counts in.' : undefined
}

/** True for a value that can be written in a flow list or map without quotes. */
function isPlainWords(found: string): boolean {
  return /^[\w .%-]+$/.test(found)
}

function fixOfList(found: readonly Plain[], form: ValueForm): string | undefined {
  if (form.kind !== 'pairs') return undefined
  const texts = found.filter((item) => typeof item === 'string')
  if (texts.length < found.length) return 'Take the dashes away: each entry is a line of its own, below the key.'
  const names = texts.slice(0, 2).map((item) => `${item}: ...`)
  return names.length === 0 ? 'Write {}.' : `Write each as ${form.key}: ${form.value}, such as { ${names.join(', ')} }.`
}

/** A number with a point for the decimals and nothing between the thousands; both readings where `1,250` may mean either. */
function plainNumber(text: string): string | undefined {
  const found = /^(\d{1,3}(?:([ ,.'\u00a0\u202f])\d{3})*|\d+)(?:([.,])(\d+))?$/.exec(text)
  if (!found) return undefined
  const [, whole = '', between, point, decimals] = found
  if (between !== undefined && between === point) return undefined
  if (decimals !== undefined) return `${whole.replaceAll(/\D/g, '')}.${decimals}`
  return between === undefined ? whole : inGroups(whole.split(between), between)
}

function inGroups([first = '', second = '', ...more]: readonly string[], between: string): string {
  const digits = [first, second, ...more].join('')
  if (!/[,.]/.test(between) || more.length > 0) return digits
  const point = `${first}.${second}`
  return between === '.' || first === '0' ? point : `${digits} if thousands are meant, ${shortestDecimal(point) ?? point} if not`
}
