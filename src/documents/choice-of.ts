import { z } from 'zod'
import { valueForms } from './value-forms.ts'

/** One of some words; its error lists them. `fixes`: what to write instead of others, by word; default: the nearest word. */
export function choiceOf(values: readonly string[], fixes: Readonly<Record<string, string>> = {}): z.ZodString {
  const each = values.map((value) => (value === '' ? '""' : value))
  const words = [each.slice(0, -1).join(', '), each.at(-1)].filter((part) => part !== '').join(' or ')
  return z
    .string({ error: words })
    .refine((value) => values.includes(value), { error: words })
    .meta({ type: 'string', enum: values })
    .register(valueForms, { forms: [{ kind: 'choice', values: values.filter((value) => value !== ''), fixes }] })
}
