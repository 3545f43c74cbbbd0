import type { Field } from '../../../resources/field.ts'
import { canonicalValue, charactersOf, isValid } from '../../../resources/scalar.ts'
import type { Switches } from '../../assumptions/switches.ts'
import { invalidValue } from '../../http/store-fault.ts'
import type { IncomingRecord } from '../row-context.ts'

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

/** Texts with a shape of their own (platform.md, "Webhooks"; assumptions.md H1). */
const shapes: Readonly<Record<string, { readonly pattern: RegExp; readonly means: string }>> = {
  'Webhooks.name': { pattern: /^[A-Z][A-Za-z0-9]*$/, means: 'an event name in PascalCase' },
  'Webhooks.url': { pattern: /^https?:\/\/[^\s/]/i, means: 'a web address' },
}

function checkShape(resource: IncomingRecord['resource'], name: string, received: string): void {
  const shape = shapes[`${resource.name}.${name}`]
  if (shape && !shape.pattern.test(received))
    throw invalidValue(resource.node, name, `${JSON.stringify(received.slice(0, 60))} is not ${shape.means}`).because('H1')
}

function storedValue(resource: IncomingRecord['resource'], [name, text]: readonly [string, string], switches: Switches): string {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  const received = receivedText(text, switches)
  if (!field) return received
  checkShape(resource, name, received)
  const value = switches.tooLong === 'truncate' ? cutToLimit(field, received) : received
  if (!isValid(field, value))
    throw invalidValue(resource.node, name, `${JSON.stringify(value.slice(0, 60))} is ${expectation(field)}`).because(
      field.kind === 'text' ? 'W26' : 'W25',
    )
  const isNumber = field.kind === 'integer' || field.kind === 'decimal'
  const verbatim = field.kind === 'text' || (isNumber && switches.numbers === 'verbatim')
  return verbatim || value === '' ? value : canonicalValue(field, value)
}

/** The texts that the store keeps of a written record; 400 with the field if one is invalid (assumptions.md W23, W25, W26, W36). */
export function storedValues({ resource, fields }: IncomingRecord, switches: Switches): Map<string, string> {
  return new Map(Array.from(fields, (entry) => [entry[0], storedValue(resource, entry, switches)]))
}
