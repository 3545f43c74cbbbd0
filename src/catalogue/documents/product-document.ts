import { z } from 'zod'
import { merchandising } from '../../resources/merchandising.ts'
import { product } from '../../resources/product.ts'
import { extraImages } from '../../resources/extra-images.ts'
import { placesDocument } from './category-document.ts'
import { fieldsOf } from './fields-of.ts'
import { pricingDocument } from './grid-document.ts'
import { inventoryDocument } from './inventory-document.ts'
import { optionDocument } from './option-document.ts'
import { longText, name, picturePath, text } from './scalar-schemas.ts'
import { variantsDocument } from './variant-document.ts'

const merchandisingDocument = z
  .strictObject(fieldsOf(merchandising, 'discount', 'featured', 'timed_promotion', 'start_date', 'end_date'), {
    error: 'a map with discount, featured, timed_promotion, start_date and end_date',
  })
  .meta({ title: 'Merchandising', description: merchandising.doc })

const extraImageDocument = z
  .union(
    [
      picturePath.min(1, { error: 'the path of a picture' }),
      z.strictObject({
        image: picturePath.min(1, { error: 'the path of a picture' }).describe(extraImages.fields.image.doc),
        thumbnail: picturePath.optional().describe(extraImages.fields.thumbnail.doc),
        code: name.optional().describe(`${extraImages.fields.code.doc} Left out: made from the sku.`),
      }),
    ],
    { error: 'the path of a picture, or a map with image, thumbnail and code' },
  )
  .meta({ title: 'Extra picture' })

export type ExtraImageDocument = z.infer<typeof extraImageDocument>

/** One entry of `products:`, a Product record with all that hangs on it (platform.md, "Product"). The order of its keys is that of `fmt`. */
export const productDocument = z
  .strictObject(
    {
      ...fieldsOf(product, 'title'),
      description: longText.optional().describe(product.fields.description.doc),
      comment: longText.optional().describe(product.fields.comment.doc),
      faqs: longText.optional().describe(product.fields.faqs.doc),
      ...fieldsOf(product, 'brand', 'gtin', 'mpn', 'external_id', 'weight', 'volume', 'slug', 'url_override', 'inactive'),
      categories: placesDocument
        .optional()
        .meta({ description: 'Categories, with the position in each.', examples: [{ tees: 10, sale: 30 }] }),
      access: z
        .array(name, { error: 'a list of groups' })
        .optional()
        .meta({ description: 'Groups that may see the product; left out = everybody.', examples: [['dealer']] }),
      attributes: z
        .record(z.string(), z.union([text, z.array(text)], { error: 'text, or a list of texts' }), { error: 'a map of label: value' })
        .optional()
        .meta({ description: 'Facts of the product, label: value, in this order.', examples: [{ Material: 'Cotton', Fit: 'Regular' }] }),
      inventory: inventoryDocument.optional(),
      merchandising: merchandisingDocument.optional(),
      ...fieldsOf(product, 'image', 'thumb', 'image_large'),
      extra_images: z.array(extraImageDocument, { error: 'a list of pictures' }).optional().describe('Further pictures.'),
      ...fieldsOf(product, 'price', 'advanced_pricing'),
      pricing: pricingDocument.optional().describe('The name of a price list, or a grid.'),
      ...fieldsOf(product, 'option_type', 'options_advanced'),
      options: z
        .record(z.string(), optionDocument, { error: 'a map of options' })
        .optional()
        .meta({
          description: 'Choices on the product page.',
          examples: [{ size: { label: 'Size', values: { s: 'Small', m: 'Medium', l: 'Large' } } }],
        }),
      variants: variantsDocument.optional().describe('Variants or subproducts.'),
      ...fieldsOf(product, 'custom_data1', 'custom_data2', 'custom_data3', 'custom_data4'),
    },
    { error: 'a map of product fields' },
  )
  .meta({
    title: 'Product',
    description: product.doc,
    patternProperties: { '^meta_': { description: 'Search engine metadata.' } },
  })

export type ProductDocument = z.infer<typeof productDocument>
