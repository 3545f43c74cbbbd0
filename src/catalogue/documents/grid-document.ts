import { z } from 'zod'
import { pricingAdvanced } from '../../resources/pricing-advanced.ts'
import { count, name, price, text } from './scalar-schemas.ts'

const fields = pricingAdvanced.fields

const forcedDocument = z
  .strictObject(
    {
      currency: name.describe(fields.currency_code.doc),
      group: text.optional().describe('Group of the cell; "default" or left out = no group.'),
      start: count.describe('Start of the break of the cell.'),
      price: price.describe(fields.price.doc),
    },
    { error: 'a map with currency, group, start and price' },
  )
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
  .meta({ title: 'Price entry' })

const factor = z
  .string({ error: 'a number above 0 such as 0.9' })
  .regex(/^(?=.*[1-9])\d{1,9}(?:\.\d{1,9})?$/, { error: 'a number above 0 such as 0.9' })
  .meta({ type: ['number', 'string'] })
const difference = z
  .string({ error: 'an amount such as -1.50' })
  .regex(/^[+-]?\d{1,15}(?:\.\d{1,9})?$/, { error: 'an amount such as -1.50' })
  .meta({ type: ['number', 'string'] })
const step = z
  .string({ error: 'an amount above 0 such as 0.05' })
  .regex(/^(?=.*[1-9])\d{1,9}(?:\.\d{1,9})?$/, { error: 'an amount above 0 such as 0.05' })
  .meta({ type: ['number', 'string'] })

/** A price grid: shorthand (`breaks`, `prices`, `forced`), raw rows (`entries`), or another list (`extends`); `{}` = no grid (semantics.md 3 and 4). */
export const gridDocument = z
  .strictObject(
    {
      extends: name.optional().describe('A price list to start from; prices given here beside it replace its cells.'),
      factor: factor.optional().describe('With extends: every price of that list times this.'),
      difference: difference.optional().describe('With extends: this is added to every price of that list.'),
      round: step.optional().describe('With extends: each price becomes the nearest multiple of this, half away from zero.'),
      breaks: z
        .array(count, { error: 'a list of start quantities' })
        .optional()
        .meta({ description: 'Start of each break; the last one is open.', examples: [[0, 12, 48]] }),
      prices: z
        .record(z.string(), z.array(price, { error: 'a list of prices, one per break' }), { error: 'a map of group: [prices]' })
        .optional()
        .meta({
          description: 'Prices per group, one per break; "default" is everybody else.',
          examples: [{ default: [19.95, 17.5, 15], dealer: [12.5, 11.75, 10.9] }],
        }),
      forced: z
        .array(forcedDocument, { error: 'a list of forced prices' })
        .optional()
        .describe('Prices forced in one currency, for one cell.'),
      entries: z.array(entryDocument, { error: 'a list of price entries' }).optional().describe('Raw rows, kept as they are.'),
    },
    { error: 'a price grid with breaks and prices' },
  )
  .meta({ title: 'Price grid' })

export type GridDocument = z.infer<typeof gridDocument>

/** `pricing:` of a product or variant: the name of a price list, or a grid of its own. */
export const pricingDocument = z.union([name, gridDocument], { error: 'the name of a price list, or a grid' }).meta({ title: 'Pricing' })
