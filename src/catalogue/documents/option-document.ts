import { z } from 'zod'
import { options } from '../../resources/options.ts'
import { choiceOf } from './choice-of.ts'
import { integer, text } from './scalar-schemas.ts'

const fields = options.fields

/** One entry of `options:`; its key is the o_group (platform.md, "Options"; semantics.md 5). */
export const optionDocument = z
  .strictObject(
    {
      code: text.optional().describe(`${fields.code.doc} Left out: made from the sku and the key.`),
      label: text.optional().describe(`${fields.o_label.doc} Left out: the key.`),
      widget: choiceOf([...fields.o_widget.values, ''])
        .optional()
        .describe(`${fields.o_widget.doc} Left out: select.`),
      values: z
        .record(z.string(), text, { error: 'a map of value: label' })
        .meta({ description: 'The choices, value: label, in this order.', examples: [{ s: 'Small', m: 'Medium', l: 'Large' }] }),
      adjust: z
        .record(z.string(), integer, { error: 'a map of value: amount' })
        .optional()
        .describe('Simple options only: what a value adds to the price, whole numbers.'),
    },
    { error: 'an option with label and values' },
  )
  .meta({ title: 'Option', description: options.doc })

export type OptionDocument = z.infer<typeof optionDocument>
