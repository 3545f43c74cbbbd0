import { z } from 'zod'
import { valueForms } from './value-forms.ts'

/**
 * Schemas of single values. Every scalar of a document is parsed as its source text (`007`, `1e5`, `true`), so each schema is a string
 * with a pattern; `type` in the meta is the type for editors. `error` completes the sentence "must be …"; `patternErrorMessage` is
 * the same message for editors. An editor reads a number, for which a pattern does not hold: `minimum` says the same of it.
 */

/** Any text; numbers and words such as `yes` are texts too. */
export const text = z.string({ error: 'text' }).meta({ type: ['string', 'number', 'boolean'] })

/** Text that is not empty. */
export const name = z
  .string({ error: 'text' })
  .min(1, { error: 'text that is not empty' })
  .meta({ type: ['string', 'number', 'boolean'] })

/** `true` or `false`. */
export const flag = z
  .string({ error: 'true or false' })
  .refine((value) => value === 'true' || value === 'false', { error: 'true or false' })
  .meta({ type: 'boolean' })
  .register(valueForms, { forms: [{ kind: 'flag' }, { kind: 'choice', values: ['true', 'false'] }] })

/** A whole number, negative ones included. */
export const integer = z
  .string({ error: 'a whole number' })
  .regex(/^-?\d{1,15}$/, { error: 'a whole number' })
  .meta({ type: ['integer', 'string'], patternErrorMessage: 'Expected a whole number.' })
  .register(valueForms, { forms: [{ kind: 'integer' }] })

/** A whole number from 0. */
export const count = z
  .string({ error: 'a whole number from 0' })
  .regex(/^\d{1,15}$/, { error: 'a whole number from 0' })
  .meta({ type: ['integer', 'string'], minimum: 0, patternErrorMessage: 'Expected a whole number from 0.' })
  .register(valueForms, { forms: [{ kind: 'integer' }] })

/** A decimal from 0, such as a weight. */
export const decimal = z
  .string({ error: 'a number such as 0.2' })
  .regex(/^\d+(?:\.\d+)?$/, { error: 'a number such as 0.2' })
  .meta({ type: ['number', 'string'], minimum: 0, patternErrorMessage: 'Expected a number such as 0.2.' })
  .register(valueForms, { forms: [{ kind: 'number' }] })

/** The value of one unit of a currency in another one: above 0. */
export const exchangeRate = z
  .string({ error: 'a number above 0, such as 0.085' })
  .regex(/^(?=.*[1-9])\d+(?:\.\d+)?$/, { error: 'a number above 0, such as 0.085' })
  .meta({ type: ['number', 'string'], exclusiveMinimum: 0, patternErrorMessage: 'Expected a number above 0, such as 0.085.' })
  .register(valueForms, { forms: [{ kind: 'number' }] })

/** A rate that is not 0: at least one in 100 units of time. */
export const rate = z
  .string({ error: 'a number from 0.01, such as 2 or 0.5' })
  .regex(/^(?:0*[1-9]\d{0,8}(?:\.\d+)?|0+\.0?[1-9]\d*)$/, { error: 'a number from 0.01, such as 2 or 0.5' })
  .meta({ type: ['number', 'string'], minimum: 0.01, patternErrorMessage: 'Expected a number from 0.01, such as 2 or 0.5.' })
  .register(valueForms, { forms: [{ kind: 'number' }] })

const priceWords = 'Expected a price such as 19.95, digits with a point.'

/** A price: plain decimal digits, never `1e5` or `1,50` (semantics.md 4). */
export const price = z
  .string({ error: 'a price such as 19.95' })
  .regex(/^\d+(?:\.\d+)?$/, { error: 'a price such as 19.95, digits with a point' })
  .meta({ type: ['number', 'string'], minimum: 0, patternErrorMessage: priceWords })
  .register(valueForms, { forms: [{ kind: 'price' }] })

/** The price of a product or variant; `""`: no price of its own besides a grid. */
export const ownPrice = z
  .string({ error: 'a price such as 19.95' })
  .regex(/^(?:\d+(?:\.\d+)?)?$/, { error: 'a price such as 19.95, digits with a point' })
  .meta({ type: ['number', 'string'], minimum: 0, patternErrorMessage: priceWords })
  .register(valueForms, { forms: [{ kind: 'price' }] })

/** The form of a date, with or without a time. */
export const datePattern = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/
const dateWords = 'a date such as 2026-12-01 or 2026-12-01 08:00:00'

/** A date with or without a time, sent as written (semantics.md 8). */
export const timestamp = z
  .string({ error: dateWords })
  .regex(datePattern, { error: dateWords })
  .refine((value) => !datePattern.test(value) || isOnTheCalendar(value), { error: 'a date that exists' })
  .meta({ type: 'string', patternErrorMessage: `Expected ${dateWords}.` })
  .register(valueForms, { forms: [{ kind: 'date' }] })

/*
 * The fields of a record: `""` means an empty field in the store, as it does for texts, and overrides `defaults`.
 */

/** A whole number, or an empty text. */
export const ownInteger = z
  .string({ error: 'a whole number' })
  .regex(/^(?:-?\d{1,15})?$/, { error: 'a whole number' })
  .meta({ type: ['integer', 'string'], patternErrorMessage: 'Expected a whole number.' })
  .register(valueForms, { forms: [{ kind: 'integer' }] })

/** A decimal from 0, or an empty text. */
export const ownDecimal = z
  .string({ error: 'a number such as 0.2' })
  .regex(/^(?:\d+(?:\.\d+)?)?$/, { error: 'a number such as 0.2' })
  .meta({ type: ['number', 'string'], minimum: 0, patternErrorMessage: 'Expected a number such as 0.2.' })
  .register(valueForms, { forms: [{ kind: 'number' }] })

/** A date with or without a time, or an empty text. */
export const ownTimestamp = z
  .string({ error: dateWords })
  .regex(/^(?:\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?)?$/, { error: dateWords })
  .refine((value) => !datePattern.test(value) || isOnTheCalendar(value), { error: 'a date that exists' })
  .meta({ type: 'string', patternErrorMessage: `Expected ${dateWords}.` })
  .register(valueForms, { forms: [{ kind: 'date' }] })

/** The path of a picture, from the catalogue root, or with `./` from the folder of the document (semantics.md 8). */
export const picturePath = z.string({ error: 'the path of a picture' }).meta({ type: 'string' })

/** Text, in the document or in a file of its own. */
export const longText = z
  .union(
    [
      text,
      z.strictObject({ file: name.describe('Path of the text, from the catalogue root, or with ./ from the folder of this document.') }),
    ],
    {
      error: 'text, or { file: path }',
    },
  )
  .meta({ title: 'Long text' })

/** A parsed value of `longText`. */
export type LongText = z.infer<typeof longText>

function isOnTheCalendar(value: string): boolean {
  const iso = value.length === 10 ? `${value}T00:00:00` : value.replace(' ', 'T')
  const time = Date.parse(`${iso}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
}

/** A count from 1. */
export const positive = z
  .string({ error: 'a whole number from 1' })
  .regex(/^[1-9]\d{0,8}$/, { error: 'a whole number from 1' })
  .meta({ type: ['integer', 'string'], minimum: 1, patternErrorMessage: 'Expected a whole number from 1.' })
  .register(valueForms, { forms: [{ kind: 'integer' }] })
