import { z } from 'zod'

/** One of some words. Its error names them all. */
export function choiceOf(values: readonly string[]): z.ZodString {
  const words = values.map((value) => (value === '' ? '""' : value)).join(' or ')
  return z
    .string({ error: words })
    .refine((value) => values.includes(value), { error: words })
    .meta({ type: 'string', enum: values })
}
