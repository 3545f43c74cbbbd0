import { z } from 'zod'
import { type PlainKind, valueForms } from './value-forms.ts'

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

/** A form of scalar. */
interface ScalarForm {
  /** Completes the sentence "must be …". */
  readonly words: string
  readonly pattern: RegExp
  /** In which `likelyFix` suggests how to write another value; the first decides the type for editors, default: a string. */
  readonly forms: readonly PlainKind[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly examples?: string[]
}

const numberTypes: Readonly<Partial<Record<PlainKind, ('integer' | 'number' | 'string')[]>>> = {
  integer: ['integer', 'string'],
  number: ['number', 'string'],
  price: ['number', 'string'],
}

/** The schema of a form of scalar. */
export function scalar({ words, pattern, forms, ...meta }: ScalarForm): z.ZodString {
  const [first] = forms
  const type = (first && numberTypes[first]) ?? 'string'
  return z
    .string({ error: words })
    .regex(pattern, { error: words })
    .meta({ type, ...meta, patternErrorMessage: `Expected ${words}.` })
    .register(valueForms, { forms: forms.map((kind) => ({ kind })) })
}

/** The same for a field of a record: `""` means an empty field in the store, as it does for texts, and overrides `defaults`. */
function orEmpty(form: ScalarForm): ScalarForm {
  return { ...form, pattern: new RegExp(`^(?:${form.pattern.source.slice(1, -1)})?$`) }
}

const integerForm: ScalarForm = { words: 'a whole number', pattern: /^-?\d{1,15}$/, forms: ['integer'] }
const decimalForm: ScalarForm = { words: 'a number such as 0.2', pattern: /^\d+(?:\.\d+)?$/, forms: ['number'], minimum: 0 }

/** A whole number, negative ones included. */
export const integer = scalar(integerForm)

/** A whole number, or an empty text. */
export const ownInteger = scalar(orEmpty(integerForm))

/** A whole number from 0. */
export const count = scalar({ words: 'a whole number from 0', pattern: /^\d{1,15}$/, forms: ['integer'], minimum: 0 })

/** A count from 1. */
export const positive = scalar({ words: 'a whole number from 1', pattern: /^[1-9]\d{0,8}$/, forms: ['integer'], minimum: 1 })

/** A decimal from 0, such as a weight, or an empty text. */
export const ownDecimal = scalar(orEmpty(decimalForm))

/** The value of one unit of a currency in another one: above 0. */
export const exchangeRate = scalar({
  words: 'a number above 0, such as 0.085',
  pattern: /^(?=.*[1-9])\d+(?:\.\d+)?$/,
  forms: ['number'],
  exclusiveMinimum: 0,
})

/** A rate that is not 0: at least one in 100 units of time. */
export const rate = scalar({
  words: 'a number from 0.01, such as 2 or 0.5',
  pattern: /^(?:0*[1-9]\d{0,8}(?:\.\d+)?|0+\.0?[1-9]\d*)$/,
  forms: ['number'],
  minimum: 0.01,
})

const priceForm: ScalarForm = {
  words: 'a price such as 19.95, digits with a point',
  pattern: /^\d+(?:\.\d+)?$/,
  forms: ['price'],
  minimum: 0,
}

/** A price: plain decimal digits, never `1e5` or `1,50` (semantics.md 4). */
export const price = scalar(priceForm)

/** The price of a product or variant; `""`: no price of its own besides a grid. */
export const ownPrice = scalar(orEmpty(priceForm))

/** The form of a date, with or without a time. */
export const datePattern = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/
const dateForm: ScalarForm = { words: 'a date such as 2026-12-01 or 2026-12-01 08:00:00', pattern: datePattern, forms: ['date'] }

/** A date with or without a time, sent as written (semantics.md 8). */
export const timestamp = dated(dateForm)

/** A date with or without a time, or an empty text. */
export const ownTimestamp = dated(orEmpty(dateForm))

function dated(form: ScalarForm): z.ZodString {
  return scalar(form).refine((value) => !datePattern.test(value) || isOnTheCalendar(value), { error: 'a date that exists' })
}

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
