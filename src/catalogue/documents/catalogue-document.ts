import { z } from 'zod'
import { webhooks } from '../../resources/webhooks.ts'
import { categoryDocument } from './category-document.ts'
import { defaultsDocument } from './defaults-document.ts'
import { gridDocument } from './grid-document.ts'
import { groupDocument } from './group-document.ts'
import { productDocument } from './product-document.ts'
import { name, price, text, timestamp } from './scalar-schemas.ts'

/** One entry of `webhooks:` (platform.md, "Webhooks"). */
export const webhookDocument = z
  .strictObject(
    {
      name: z
        .string({ error: 'an event name such as NewOrder' })
        .regex(/^[A-Z][A-Za-z0-9]*$/, { error: 'an event name such as NewOrder' })
        .describe(webhooks.fields.name.doc),
      url: name.describe(webhooks.fields.url.doc),
    },
    { error: 'a map with name and url' },
  )
  .meta({ title: 'Webhook', description: webhooks.doc })

const pieces = z
  .string({ error: 'a whole number from 1' })
  .regex(/^[1-9]\d{0,8}$/, { error: 'a whole number from 1' })
  .meta({ type: ['integer', 'string'] })

const percentWords = 'a percentage from 0% to 100%, such as 20%'
const percent = z
  .string({ error: percentWords })
  .regex(/^(?:100|\d{1,2}(?:\.\d+)?)%$/, { error: percentWords })
  .meta({ type: 'string' })

/** One entry of `expect:`, a price test. */
export const expectDocument = z
  .strictObject(
    {
      sku: name.describe('Product sku or variant code.'),
      group: text.optional().describe('Customer group; left out = no group.'),
      quantity: pieces.optional().describe('Quantity bought; left out = 1.'),
      currency: name.optional().describe('Currency; left out = the default one.'),
      options: z
        .record(z.string(), text, { error: 'a map of option: value' })
        .optional()
        .describe('The chosen value of each option; with variants they choose the variant.'),
      at: timestamp.optional().describe('When, in the time zone of the shop; left out = while no timed promotion runs.'),
      customer_discount: percent.optional().describe('The discount of this customer, such as 20%; left out = none.'),
      price: price.describe('What the customer should pay for one.'),
    },
    { error: 'a map with sku and price' },
  )
  .meta({ title: 'Price test' })

/** One entry of `moved:`, a product that goes on under another sku (semantics.md 10). */
const movedDocument = z
  .strictObject({ from: name.describe('The old sku.'), to: name.describe('The new sku.') }, { error: 'a map with from and to' })
  .meta({ title: 'Moved product' })

/** The maps and lists that a document may hold, each with the schema of one entry. */
export const sections = {
  groups: { kind: 'map', entry: groupDocument, one: 'group' },
  categories: { kind: 'map', entry: categoryDocument, one: 'category' },
  price_lists: { kind: 'map', entry: gridDocument, one: 'price list' },
  products: { kind: 'map', entry: productDocument, one: 'product' },
  webhooks: { kind: 'list', entry: webhookDocument, one: 'webhook' },
  expect: { kind: 'list', entry: expectDocument, one: 'price test' },
  moved: { kind: 'list', entry: movedDocument, one: 'moved product' },
} as const

/** The sections that are maps of records by key. */
export const mapSections = ['groups', 'categories', 'price_lists', 'products'] as const

export type MapSectionName = (typeof mapSections)[number]

/** The sections that are lists. */
export const listSections = ['webhooks', 'expect', 'moved'] as const

export type ListSectionName = (typeof listSections)[number]

/** One whole document of a catalogue, for the JSON Schema that editors read. The loader checks entry by entry. */
export const catalogueDocument = z
  .strictObject({
    defaults: defaultsDocument.optional(),
    groups: z.record(z.string(), groupDocument).optional().describe('Customer groups by code.'),
    categories: z.record(z.string(), categoryDocument).optional().describe('Categories by code.'),
    price_lists: z.record(z.string(), gridDocument).optional().describe('Reusable price grids by name.'),
    products: z.record(z.string(), productDocument).optional().describe('Products by sku.'),
    webhooks: z.array(webhookDocument).optional().describe('Subscriptions to store events.'),
    expect: z.array(expectDocument).optional().describe('Price tests.'),
    moved: z.array(movedDocument).optional().describe('Products that changed their sku.'),
  })
  .meta({ title: 'Planogram catalogue', description: 'Groups, categories, price lists and products of a store.' })
