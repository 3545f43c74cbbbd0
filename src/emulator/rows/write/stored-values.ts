import { roundHalfUp } from '../../../records/decimal.ts'
import type { Field } from '../../../resources/field.ts'
import { canonicalValue, charactersOf, isValid } from '../../../resources/scalar.ts'
import type { Switches } from '../../assumptions/switches.ts'
import { isCalendarTime } from '../../clock/store-time.ts'
import { invalidValue } from '../../http/store-fault.ts'
import type { IncomingRecord } from '../row-context.ts'
import { checkCurrency, checkFormat } from './field-formats.ts'

function receivedText(text: string, switches: Switches): string {
  switch (switches.text) {
    case 'verbatim':
      return text
    case 'trim':
      return text.trim()
    case 'lf':
      return text.replace(/\r\n?/g, '\n')
    default:
      return switches.text satisfies never
  }
}

function cutToLimit(field: Field, text: string): string {
  const limit = field.kind === 'text' ? field.maxLength : undefined
  return limit === undefined || charactersOf(text) <= limit ? text : Array.from(text).slice(0, limit).join('')
}

function expectation(field: Field): string {
  switch (field.kind) {
    case 'text':
      return `longer than ${field.maxLength} characters`
    case 'choice':
      return `not one of ${field.values.filter((value) => value !== '').join(', ')}`
    case 'timestamp':
      return 'not a date (YYYY-MM-DD HH:MM:SS)'
    case 'flag':
      return 'not true, false, 1 or 0'
    case 'integer':
    case 'decimal':
    case 'file':
      return `not of kind ${field.kind}`
    default:
      return field satisfies never
  }
}

/** The decimals that are no prices (assumptions.md W43). */
const measures: ReadonlySet<string> = new Set(['weight', 'volume', 'total_weight'])

/** True if the value is valid for its field; a time must exist in the calendar. */
function isAccepted(field: Field, value: string): boolean {
  return isValid(field, value) && (field.kind !== 'timestamp' || value === '' || isCalendarTime(value))
}

/** The text that is kept of an accepted value (assumptions.md W23, W43). */
function keptText(field: Field, [name, value]: readonly [string, string], switches: Switches): string {
  if (value === '' || field.kind === 'text') return value
  if (measures.has(name) && switches.weights !== 'all') return roundHalfUp(value, Number(switches.weights)) ?? value
  const isNumber = field.kind === 'integer' || field.kind === 'decimal'
  return isNumber && switches.numbers === 'verbatim' ? value : canonicalValue(field, value)
}

function storedValue(resource: IncomingRecord['resource'], [name, text]: readonly [string, string], switches: Switches): string {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  const received = receivedText(text, switches)
  if (!field) return received
  checkFormat(resource, name, received)
  if (switches.currencies === '400') checkCurrency(resource, name, received)
  const value = switches.tooLong === 'truncate' ? cutToLimit(field, received) : received
  if (!isAccepted(field, value))
    throw invalidValue(resource.node, name, `${JSON.stringify(value.slice(0, 60))} is ${expectation(field)}`).because(
      field.kind === 'text' ? 'W26' : 'W25',
    )
  return keptText(field, [name, value], switches)
}

/** The texts that the store keeps of a written record; 400 with the field if one is invalid (assumptions.md W23, W25, W26, W36). */
export function storedValues({ resource, fields }: IncomingRecord, switches: Switches): Map<string, string> {
  return new Map(Array.from(fields, (entry) => [entry[0], storedValue(resource, entry, switches)]))
}
