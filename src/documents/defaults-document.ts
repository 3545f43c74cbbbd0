import { z } from 'zod'
import { categoryDocument } from './category-document.ts'
import { productDocument } from './product-document.ts'
import { variantDocument } from './variant-document.ts'
import { valueForms } from './value-forms.ts'

const meta = { patternProperties: { '^meta_': { description: 'Search engine metadata.' } } }

/** What each map of `defaults` may give: all fields of its records but those that no two records share. */
export const defaultSections = {
  products: productDocument
    .omit({ slug: true, gtin: true, mpn: true, external_id: true })
    .meta({ title: 'Defaults of products', description: 'What holds for each product that leaves the key out.', ...meta }),
  variants: variantDocument
    .omit({ external_id: true })
    .meta({ title: 'Defaults of variants', description: 'What holds for each variant whose product leaves the key out under each.' }),
  categories: categoryDocument
    .omit({ slug: true })
    .meta({ title: 'Defaults of categories', description: 'What holds for each category that leaves the key out.', ...meta }),
} as const

export type DefaultSectionName = keyof typeof defaultSections

/** `defaults:` of a document; they hold for the records of its folder and of the folders below (docs/decisions/007-reuse.md). */
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
    description: 'What holds for the records of this folder and of those below, key by key, where a record leaves the key out.',
  })
