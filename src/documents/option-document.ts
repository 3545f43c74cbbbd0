import { z } from 'zod'
import { options } from '../resources/options.ts'
import { choiceOf } from './choice-of.ts'
import { integer, text } from './scalar-schemas.ts'
import { valueForms } from './value-forms.ts'

const fields = options.fields

/** One entry of `options:`; its key is the o_group (platform.md, "Options"; semantics.md 5). */
export const optionDocument = z
  .strictObject(
    {
      code: text.optional().describe('Code of the option in the store, at most 64 characters. Left out: derived from the sku and the key.'),
      label: text.optional().meta({ description: 'Label in the shop. Left out: the key.', examples: ['Size'] }),
      widget: choiceOf([...fields.o_widget.values, ''])
        .optional()
        .meta({
          description: 'Input element. Left out: select.',
          enumDescriptions: ['A drop-down.', 'Radio buttons, the first one selected.', 'The default of the shop.'],
        }),
      values: z
        .record(z.string(), text, { error: 'a map of value: label' })
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'value', value: 'label' }] })
        .meta({ description: 'The choices, value: label, in this order.', examples: [{ s: 'Small', m: 'Medium', l: 'Large' }] }),
      adjust: z
        .record(z.string(), integer, { error: 'a map of value: amount' })
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'value', value: 'amount' }] })
        .optional()
        .meta({ description: 'Without variants only: what a value adds to the price, a whole number.', examples: [{ gold: 3 }] }),
    },
    { error: 'an option with label and values' },
  )
  .meta({ title: 'Option', description: options.doc })

/** A parsed entry of `options:`. */
export type OptionDocument = z.infer<typeof optionDocument>
