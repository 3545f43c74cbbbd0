import { z } from 'zod'
import { pricingAdvanced } from '../resources/pricing-advanced.ts'
import { count, name, price, scalar, text } from './scalar-schemas.ts'
import { valueForms } from './value-forms.ts'

const fields = pricingAdvanced.fields

const forcedDocument = z
  .strictObject(
    {
      currency: name.meta({ description: 'Currency of the price.', examples: ['EUR'] }),
      group: text.optional().describe('Group of the cell; "default" or left out = no group.'),
      start: count.meta({ description: 'Break of the cell: its start quantity.', examples: [48] }),
      price: price.meta({ description: 'Price in that currency.', examples: [10.9] }),
    },
    { error: 'a map with currency, group, start and price' },
  )
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'currency' }] })
  .meta({ title: 'Forced price' })

const entryDocument = z
  .strictObject(
    {
      start: count.optional().describe(fields.start.doc),
      end: count.optional().describe(fields.end.doc),
      price: price.describe(fields.price.doc),
      group_code: text.optional().describe(fields.group_code.doc),
      currency_code: text.optional().describe(fields.currency_code.doc),
    },
    { error: 'a map with start, end, price, group_code and currency_code' },
  )
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'start' }] })
  .meta({ title: 'Price entry' })

const abovePattern = /^(?=.*[1-9])\d{1,9}(?:\.\d{1,9})?$/
const factor = scalar({ words: 'a number above 0 such as 0.9', pattern: abovePattern, forms: ['number'], exclusiveMinimum: 0 })
const difference = scalar({ words: 'an amount such as -1.50', pattern: /^[+-]?\d{1,15}(?:\.\d{1,9})?$/, forms: ['number'] })
const step = scalar({ words: 'an amount above 0 such as 0.05', pattern: abovePattern, forms: ['number'], exclusiveMinimum: 0 })

/** A price grid: shorthand (`breaks`, `prices`, `forced`), raw rows (`entries`), or another list (`extends`); `{}` = no grid (semantics.md 3 and 4). */
export const gridDocument = z
  .strictObject(
    {
      extends: name.optional().describe('The price list to extend. Prices given here replace those of that list.'),
      factor: factor.optional().meta({ description: 'With extends: multiplies every price of that list.', examples: [0.9] }),
      difference: difference.optional().meta({ description: 'With extends: added to every price of that list.', examples: [-1.5] }),
      round: step
        .optional()
        .meta({ description: 'With extends: rounds each price to the nearest multiple of this, half away from zero.', examples: [0.05] }),
      breaks: z
        .array(count, { error: 'a list of start quantities' })
        .register(valueForms, { forms: [{ kind: 'list' }] })
        .optional()
        .meta({
          description: 'Start quantity of each break; the last break has no end. The first is 0 or 1.',
          examples: [[0, 12, 48]],
        }),
      prices: z
        .record(
          z.string(),
          z.array(price, { error: 'a list of prices, one per break' }).register(valueForms, { forms: [{ kind: 'list' }] }),
          { error: 'a map of group: [prices]' },
        )
        .optional()
        .meta({
          description: 'Prices by group, one for each break. default: customers in none of the groups.',
          examples: [{ default: [19.95, 17.5, 15], dealer: [12.5, 11.75, 10.9] }],
        }),
      forced: z
        .array(forcedDocument, { error: 'a list of forced prices' })
        .optional()
        .meta({
          title: 'Forced prices',
          description: 'Cells with a fixed price in one currency, whatever the rate.',
          examples: [[{ currency: 'EUR', group: 'dealer', start: 48, price: 10.9 }]],
        }),
      entries: z.array(entryDocument, { error: 'a list of price entries' }).optional().meta({
        title: 'Price entries',
        description:
          'The rows of the store, for a grid that breaks and prices cannot express. Instead of breaks and prices; written by pull.',
      }),
    },
    { error: 'a price grid with breaks and prices' },
  )
  .meta({ title: 'Price grid' })

/** A parsed price grid. */
export type GridDocument = z.infer<typeof gridDocument>

/** `pricing:` of a product or variant: the name of a price list, or a grid of its own. */
export const pricingDocument = z.union([name, gridDocument], { error: 'the name of a price list, or a grid' }).meta({ title: 'Pricing' })
