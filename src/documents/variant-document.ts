import { z } from 'zod'
import { variants } from '../resources/variants.ts'
import { fieldsOf } from './fields-of.ts'
import { pricingDocument } from './grid-document.ts'
import { inventoryDocument } from './inventory-document.ts'
import { name, text } from './scalar-schemas.ts'
import { valueForms } from './value-forms.ts'

const variantFields = {
  ...fieldsOf(variants, 'description', 'price', 'advanced_pricing'),
  pricing: pricingDocument.optional().meta({
    description: 'Prices by quantity and group: the name of a price list, or a grid of its own. Instead of price.',
    examples: ['tees'],
  }),
  ...fieldsOf(variants, 'weight', 'volume', 'external_id', 'image'),
  inventory: inventoryDocument.optional(),
  ...fieldsOf(variants, 'custom_data1', 'custom_data2', 'custom_data3', 'custom_data4'),
}

/** The fields of one variant, or of all variants of a product (platform.md, "Variants"). */
export const variantDocument = z
  .strictObject(variantFields, { error: 'a map of variant fields' })
  .meta({ title: 'Variant', description: variants.doc })

/** A variant of a list, with the value that it has of each option. */
const listedVariantDocument = z
  .strictObject(
    {
      options: z
        .record(z.string(), text, { error: 'a map of option: value' })
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'option', value: 'value' }] })
        .optional()
        .meta({ description: 'The value that this variant has of each option.', examples: [{ size: 's', colour: 'navy' }] }),
      ...variantFields,
    },
    { error: 'a map of variant fields' },
  )
  .meta({ title: 'Listed variant', description: variants.doc })

/** `variants:` of a product: a matrix over its options, or a list. */
export const variantsDocument = z
  .strictObject(
    {
      matrix: name.optional().meta({
        description:
          'One variant for each combination of the options. The value is the template of the code, with the keys of options in braces.',
        examples: ['{sku}-{size}-{colour}'],
      }),
      each: variantDocument.optional().describe('Values for every variant; its entry in list or override takes precedence.'),
      list: z
        .record(z.string(), listedVariantDocument, { error: 'a map of code: variant' })
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'code', value: 'variant' }] })
        .optional()
        .meta({
          title: 'Variants by code',
          description: 'Variants by code, each with its options if the product has options. Instead of matrix.',
          examples: [{ 'BOLT-M6': { description: 'M6', price: 0.2 } }],
        }),
      override: z
        .record(z.string(), variantDocument, { error: 'a map of code: variant' })
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'code', value: 'variant' }] })
        .optional()
        .meta({
          title: 'Variants by code',
          description: 'Overrides for single variants of the matrix, by code.',
          examples: [{ 'TEE-l-navy': { price: 21.95 } }],
        }),
    },
    { error: 'a map with matrix or list' },
  )
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'matrix' }] })
  .meta({ title: 'Variants' })

/** Parsed fields of a variant. */
export type VariantDocument = z.infer<typeof variantDocument>
/** A parsed value of `variants:`. */
export type VariantsDocument = z.infer<typeof variantsDocument>
