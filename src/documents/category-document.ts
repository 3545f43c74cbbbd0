import { z } from 'zod'
import { cat } from '../resources/cat.ts'
import { fieldsOf } from './fields-of.ts'
import { integer, longText, name } from './scalar-schemas.ts'
import { valueForms } from './value-forms.ts'

/** Codes with a sort each, or a plain list that leaves the sort to the store (semantics.md 6). */
export const placesDocument = z
  .union(
    [
      z.record(z.string(), integer, { error: 'code: sort' }),
      z.array(name, { error: 'a list of codes' }).register(valueForms, { forms: [{ kind: 'list' }] }),
    ],
    {
      error: 'a map of code: sort, or a list of codes',
    },
  )
  .register(valueForms, { forms: [{ kind: 'list' }] })
  .meta({ title: 'Places' })

/** A parsed value of `placesDocument`. */
export type PlacesDocument = z.infer<typeof placesDocument>

/** One entry of `categories:`, a Cat record with its CatParent rows (platform.md, "Cat"). */
export const categoryDocument = z
  .strictObject(
    {
      ...fieldsOf(cat, 'name', 'slug', 'url_override'),
      description: longText.optional().describe('Text on the category page, as HTML.'),
      ...fieldsOf(cat, 'header_image', 'image'),
      parents: placesDocument.optional().meta({
        description: 'Parent categories, with the position in each. Left out: a new category is at the top level.',
        examples: [{ clothing: 10 }],
      }),
      ...fieldsOf(cat, 'hide'),
    },
    { error: 'a map of category fields' },
  )
  .meta({
    title: 'Category',
    description: cat.doc,
    patternProperties: { '^meta_': { description: 'Search engine metadata.' } },
  })

/** A parsed entry of `categories:`. */
export type CategoryDocument = z.infer<typeof categoryDocument>
