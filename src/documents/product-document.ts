import { z } from 'zod'
import { merchandising } from '../resources/merchandising.ts'
import { product } from '../resources/product.ts'
import { extraImages } from '../resources/extra-images.ts'
import { placesDocument } from './category-document.ts'
import { fieldsOf } from './fields-of.ts'
import { pricingDocument } from './grid-document.ts'
import { inventoryDocument } from './inventory-document.ts'
import { optionDocument } from './option-document.ts'
import { longText, name, picturePath, text } from './scalar-schemas.ts'
import { variantsDocument } from './variant-document.ts'
import { valueForms } from './value-forms.ts'

const merchandisingDocument = z
  .strictObject(fieldsOf(merchandising, 'discount', 'featured', 'timed_promotion', 'start_date', 'end_date'), {
    error: 'a map with discount, featured, timed_promotion, start_date and end_date',
  })
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'discount' }] })
  .meta({ title: 'Merchandising', description: merchandising.doc })

const { image: picture, thumbnail } = fieldsOf(extraImages, 'image', 'thumbnail')
const requiredPicture = picturePath.min(1, { error: 'the path of a picture' }).meta(picture.unwrap().meta() ?? {})

const extraImageDocument = z
  .union(
    [
      requiredPicture,
      z.strictObject({
        image: requiredPicture,
        thumbnail,
        code: name.optional().describe(`${extraImages.fields.code.doc} Left out: derived from the sku.`),
      }),
    ],
    { error: 'the path of a picture, or a map with image, thumbnail and code' },
  )
  .meta({ title: 'Extra picture' })

/** A parsed item of `extra_images:`. */
export type ExtraImageDocument = z.infer<typeof extraImageDocument>

/** One entry of `products:`, a Product record with all its child records (platform.md, "Product"). `fmt` writes keys in this order. */
export const productDocument = z
  .strictObject(
    {
      ...fieldsOf(product, 'title'),
      description: longText.optional().meta({ description: 'Short text, in lists and summaries.' }),
      comment: longText
        .optional()
        .meta({ description: 'The text of the product page, as HTML. A long text can be in a file: { file: copy/tee.html }.' }),
      faqs: longText.optional().meta({ description: 'Questions and answers on the product page, as HTML.' }),
      ...fieldsOf(product, 'brand', 'gtin', 'mpn', 'external_id', 'weight', 'volume', 'slug', 'url_override', 'inactive'),
      categories: placesDocument.optional().meta({
        description: 'Categories of the product, with its position in each; or a plain list, which leaves the positions to the store.',
        examples: [{ tees: 10, sale: 30 }, ['tees', 'sale']],
      }),
      access: z
        .array(name, { error: 'a list of groups' })
        .register(valueForms, { forms: [{ kind: 'list' }] })
        .optional()
        .meta({
          description: 'Groups that can see the product. Left out: not managed; a new product is visible to everybody.',
          examples: [['dealer']],
        }),
      attributes: z
        .record(
          z.string(),
          z.union([text, z.array(text)], { error: 'text, or a list of texts' }).register(valueForms, { forms: [{ kind: 'list' }] }),
          { error: 'a map of label: value' },
        )
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'label', value: 'value' }] })
        .optional()
        .meta({
          description: 'Properties of the product, label: value, in this order.',
          examples: [{ Material: 'Cotton', Fit: 'Regular' }],
        }),
      inventory: inventoryDocument.optional(),
      merchandising: merchandisingDocument.optional(),
      ...fieldsOf(product, 'image', 'thumb', 'image_large'),
      extra_images: z
        .array(extraImageDocument, { error: 'a list of pictures' })
        .register(valueForms, { forms: [{ kind: 'list' }] })
        .optional()
        .meta({
          title: 'Extra pictures',
          description: 'More pictures of the product page, in this order.',
          examples: [['images/tee-back.jpg', 'images/tee-detail.jpg']],
        }),
      ...fieldsOf(product, 'price', 'advanced_pricing'),
      pricing: pricingDocument.optional().meta({
        description: 'Prices by quantity and group: the name of a price list, or a grid of its own. Instead of price.',
        examples: ['tees'],
      }),
      ...fieldsOf(product, 'option_type', 'options_advanced'),
      options: z
        .record(z.string(), optionDocument, { error: 'a map of options' })
        .optional()
        .meta({
          title: 'Options',
          description:
            'What a customer chooses on the product page, such as a size. With variants, each combination is a variant; without, a choice can change the price.',
          examples: [{ size: { label: 'Size', values: { s: 'Small', m: 'Medium', l: 'Large' } } }],
        }),
      variants: variantsDocument
        .optional()
        .describe('Articles with a code of their own: one for each combination of the options (matrix), or a list.'),
      ...fieldsOf(product, 'custom_data1', 'custom_data2', 'custom_data3', 'custom_data4'),
    },
    { error: 'a map of product fields' },
  )
  .meta({
    title: 'Product',
    description: product.doc,
    patternProperties: { '^meta_': { description: 'Search engine metadata.' } },
  })

/** A parsed entry of `products:`. */
export type ProductDocument = z.infer<typeof productDocument>
