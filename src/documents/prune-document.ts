import { z } from 'zod'
import { choiceOf } from './choice-of.ts'
import { valueForms } from './value-forms.ts'

const kept = 'They stay in the store unchanged.'
const deleted = 'Deleted, where the store can delete them.'

/** For a part of which the platform has no flag that hides it. */
const withoutFlag = (noun: string): Readonly<Record<'retire' | 'hide', string>> => {
  const fix = `Write keep or delete: the platform has no flag that hides a ${noun}.`
  return { retire: fix, hide: fix }
}

/** `manage.prune` of a config: what happens to what was applied and has left the catalogue, for each kind of record in its own words. */
export const pruneDocument = z
  .strictObject(
    {
      products: choiceOf(['keep', 'retire', 'delete'], {
        hide: 'Write retire: it makes a product inactive, which hides it. Only a category has a flag hide.',
      })
        .optional()
        .meta({
          description: 'Products that are no longer in the catalogue. Left out: keep.',
          enumDescriptions: [kept, 'Made inactive: customers do not see them.', deleted],
        }),
      categories: choiceOf(['keep', 'hide', 'delete'], {
        retire: 'Write hide: it hides a category from the navigation. Only a product can be inactive.',
      })
        .optional()
        .meta({
          description: 'Categories that are no longer in the catalogue. Left out: keep.',
          enumDescriptions: [kept, 'Hidden from the navigation.', deleted],
        }),
      groups: choiceOf(['keep', 'delete'], withoutFlag('group'))
        .optional()
        .meta({
          description: 'Customer groups that are no longer in the catalogue. Left out: keep.',
          enumDescriptions: [kept, deleted],
        }),
      webhooks: choiceOf(['keep', 'delete'], withoutFlag('webhook'))
        .optional()
        .meta({ description: 'Webhooks that are no longer in the catalogue. Left out: keep.', enumDescriptions: [kept, deleted] }),
      files: choiceOf(['keep', 'delete'], withoutFlag('picture'))
        .optional()
        .meta({ description: 'Pictures that are no longer in the catalogue. Left out: keep.', enumDescriptions: [kept, deleted] }),
    },
    { error: 'a map with products, categories, groups, webhooks and files' },
  )
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'products' }] })
  .optional()
  .describe('What happens to applied records that are no longer in the catalogue; default keep.')
