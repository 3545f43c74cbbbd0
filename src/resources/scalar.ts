import type { Field } from './field.ts'

const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const shortest = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/
const zero = 0x30
const flagTexts: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['0', 'false'],
])

/** The shortest plain form of a decimal (`019.950` to `19.95`, `-0` to `0`); `undefined` where the text is not a decimal. */
export function shortestDecimal(text: string): string | undefined {
  // A fast path: nearly all decimals are in their shortest form.
  if (shortest.test(text)) return text
  if (!decimalText.test(text)) return undefined
  const point = text.indexOf('.')
  const wholeEnd = point < 0 ? text.length : point
  let start = /^[+-]/.test(text) ? 1 : 0
  while (text.charCodeAt(start) === zero) start += 1
  let end = text.length
  if (point >= 0) while (text.charCodeAt(end - 1) === zero) end -= 1
  const digits = text.slice(start, wholeEnd) || '0'
  const plain = end > wholeEnd + 1 ? `${digits}${text.slice(wholeEnd, end)}` : digits
  return text.startsWith('-') && plain !== '0' ? `-${plain}` : plain
}

/**
 * The canonical text of a value of this field: two values are equal to the store exactly when their canonical texts are equal (design.md
 * section 5; assumptions.md W22 to W24, W36; links to other records are exact). A text that is not a value of the kind is its own canonical text, so that it is shown as a
 * difference and not as an error.
 */
export function canonicalValue(field: Field, text: string): string {
  switch (field.kind) {
    case 'flag':
      // A flag that was never set is off (assumptions.md W22).
      return text.trim() === '' ? 'false' : (flagTexts.get(text.trim().toLowerCase()) ?? text)
    case 'decimal':
    case 'integer':
      return shortestDecimal(text.trim()) ?? text
    case 'timestamp':
      return text.trim().replace(/^(\d{4}-\d{2}-\d{2})$/, '$1 00:00:00')
    case 'choice':
    case 'file':
      return text.trim()
    case 'text':
      return field.refersTo === undefined ? canonicalText(text) : canonicalLink(field.refersTo, text)
    default:
      return field satisfies never
  }
}

const flag: Field = { kind: 'flag', doc: '' }

/** True for the texts that are a set flag in the store; a flag that is absent or empty is off (assumptions.md W22). */
export function isOn(text: string | undefined): boolean {
  // A fast path: nearly all flags are written in one of these forms.
  if (text === undefined || text === '' || text === 'false') return false
  return text === 'true' || canonicalValue(flag, text) === 'true'
}

/** The canonical text of a value as the store has it: an absent or empty one is the default of the field (assumptions.md W22). */
export function storedValue(field: Field, text: string | undefined): string {
  return canonicalValue(field, text || (field.default ?? ''))
}

/** True where two texts are the same value in the store. */
export function sameValue(field: Field, left: string | undefined, right: string | undefined): boolean {
  return left === right || storedValue(field, left) === storedValue(field, right)
}

function canonicalText(text: string): string {
  const joined = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return joined.trim()
}

/**
 * The key of another record, without a difference in blanks being ignored: records are found by their exact keys (semantics.md 28). Variants
 * are rows, which are found by their trimmed codes.
 */
function canonicalLink(refersTo: readonly string[], text: string): string {
  const trimmed = canonicalText(text)
  return trimmed === '' || refersTo.includes('Variants') ? trimmed : text
}

/** True where the text is a value of the kind of the field; an empty text always is (it clears the field). */
export function isValid(field: Field, text: string): boolean {
  if (text === '') return true
  switch (field.kind) {
    case 'flag':
      return flagTexts.has(text.toLowerCase())
    case 'decimal':
      return decimalText.test(text)
    case 'integer':
      return /^[+-]?\d+$/.test(text)
    case 'timestamp':
      return /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/.test(text)
    case 'choice':
      return field.values.includes(text)
    case 'text':
      return field.maxLength === undefined || charactersOf(text) <= field.maxLength
    case 'file':
      return true
    default:
      return field satisfies never
  }
}

/** The length of a text in characters (code points), as the limits of the platform count them (assumptions.md W26). */
export function charactersOf(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)
}
