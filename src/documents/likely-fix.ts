import { shortestDecimal } from '../resources/scalar.ts'
import { likelyDate } from './likely-date.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { Plain } from '../yaml/source-node.ts'

type Guess = (found: string, expected: string) => string | undefined

/** Above this many characters a value is not written out anew. */
const longest = 60

/** What was probably meant by a value of the wrong form, for a schema that expected it in these words. */
export function likelyFix(found: Plain | undefined, expected: string): string | undefined {
  if (Array.isArray(found)) return fixOfList(found, expected)
  if (typeof found !== 'string' || found.length > longest) return undefined
  for (const guess of guesses) {
    const fix = guess(found.trim(), expected)
    if (fix !== undefined) return fix
  }
  return undefined
}

/** In this order: the first that has an answer gives it. */
const guesses: readonly Guess[] = [flag, choice, price, wholeNumber, number, percentage, likelyDate, address, collection]

function flag(found: string, expected: string): string | undefined {
  if (expected !== 'true or false') return undefined
  if (/^(?:y|yes|on|1)$/i.test(found)) return 'Write true.'
  return /^(?:n|no|off|0)$/i.test(found) ? 'Write false.' : undefined
}

function choice(found: string, expected: string): string | undefined {
  const words = expected.split(' or ')
  const isChoice = words.length > 1 && words.every((word) => /^\S+$/.test(word))
  const near = isChoice ? nearestWord(found, words) : undefined
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

function price(found: string, expected: string): string | undefined {
  if (!expected.startsWith('a price ')) return undefined
  const digits = found.replace(/^(?:[A-Z]{2,3}|\p{Sc}|kr\.?)\s*|\s*(?:[A-Z]{2,3}|\p{Sc}|kr\.?|,-)$/giu, '')
  const plain = plainNumber(digits)
  if (plain === undefined) return undefined
  const currency = digits === found || found.endsWith(',-') ? '' : ' alone: a price is in the default currency, and has no sign'
  return `Write ${plain}${currency}.`
}

function wholeNumber(found: string, expected: string): string | undefined {
  if (!expected.startsWith('a whole number')) return undefined
  const [, digits] = /^(\d{1,15})(?:\.0+|\s*[a-z]+\.?)?$/i.exec(found.replaceAll(/(?<=\d)[ ,.](?=\d{3}(?:\D|$))/g, '')) ?? []
  return digits === undefined || digits === found ? undefined : `Write ${digits}.`
}

function number(found: string, expected: string): string | undefined {
  if (!/^an? (?:number|amount) /.test(expected)) return undefined
  const plain = plainNumber(found)
  if (plain !== undefined) return plain === found ? undefined : `Write ${plain}.`
  return /^\d+(?:[.,]\d+)?\s*[a-z]{1,3}$/i.test(found) ? 'Write the number alone, in the unit that your shop counts in.' : undefined
}

function percentage(found: string, expected: string): string | undefined {
  return expected.includes('%') && /^\d{1,3}(?:\.\d+)?$/.test(found) ? `Write ${found}%.` : undefined
}

function address(found: string, expected: string): string | undefined {
  const isHost = expected.startsWith('an address ') && /^[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/[\w./-]*)?$/i.test(found)
  return isHost ? `Write https://${found}.` : undefined
}

/** One value where a list belongs, or a map with its first key. */
function collection(found: string, expected: string): string | undefined {
  if (!/^[\w .%-]+$/.test(found)) return undefined
  if (/\ba list of /.test(expected)) return `Write [${found}].`
  const [, key] = /^a map with ([a-z_]+)/.exec(expected) ?? []
  return key === undefined ? undefined : `Write { ${key}: ${found} }.`
}

function fixOfList(found: readonly Plain[], expected: string): string | undefined {
  const [, key = '', value = ''] = /^a map of (\w+): (\w+)$/.exec(expected) ?? []
  if (key === '') return undefined
  const texts = found.filter((item) => typeof item === 'string')
  if (texts.length < found.length) return 'Take the dashes away: each entry is a line of its own, below the key.'
  const names = texts.slice(0, 2).map((item) => `${item}: ...`)
  return names.length === 0 ? 'Write {}.' : `Write each as ${key}: ${value}, such as { ${names.join(', ')} }.`
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
