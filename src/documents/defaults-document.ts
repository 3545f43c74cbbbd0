import { z } from 'zod'
import { categoryDocument } from './category-document.ts'
import { productDocument } from './product-document.ts'
import { variantDocument } from './variant-document.ts'
import { valueForms } from './value-forms.ts'

const meta = { patternProperties: { '^meta_': { description: 'Search engine metadata.' } } }

/** The maps of `defaults`: all fields of their records, except those that must be unique. */
export const defaultSections = {
  products: productDocument
    .omit({ slug: true, gtin: true, mpn: true, external_id: true })
    .meta({ title: 'Defaults of products', description: 'Values for each product that leaves the key out.', ...meta }),
  variants: variantDocument
    .omit({ external_id: true })
    .meta({ title: 'Defaults of variants', description: 'Values for each variant whose product leaves the key out under each.' }),
  categories: categoryDocument
    .omit({ slug: true })
    .meta({ title: 'Defaults of categories', description: 'Values for each category that leaves the key out.', ...meta }),
} as const

/** The name of a map of `defaults:`. */
export type DefaultSectionName = keyof typeof defaultSections

/** `defaults:` of a document, for the records in its folder and the folders below (docs/decisions/007-reuse.md). */
export const defaultsDocument = z
  .strictObject(
    {
      products: defaultSections.products.optional(),
      variants: defaultSections.variants.optional(),
      categories: defaultSections.categories.optional(),
    },
    { error: 'a map with products, variants and categories' },
  )
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'products' }] })
  .meta({
    title: 'Defaults',
    description: 'Values for the records in this folder and the folders below, for each key that a record leaves out.',
  })
