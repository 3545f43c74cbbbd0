import { z } from 'zod'
import { webhooks } from '../resources/webhooks.ts'
import { categoryDocument } from './category-document.ts'
import { defaultsDocument } from './defaults-document.ts'
import { gridDocument } from './grid-document.ts'
import { groupDocument } from './group-document.ts'
import { productDocument } from './product-document.ts'
import { name, positive, price, scalar, text, timestamp } from './scalar-schemas.ts'
import { valueForms } from './value-forms.ts'

/** One entry of `webhooks:` (platform.md, "Webhooks"). */
export const webhookDocument = z
  .strictObject(
    {
      name: z
        .string({ error: 'an event name such as NewOrder' })
        .regex(/^[A-Z][A-Za-z0-9]*$/, { error: 'an event name such as NewOrder' })
        .meta({ description: 'Name of the event.', examples: ['NewOrder'] }),
      url: name.meta({
        description: 'Address that the store calls. Read secrets from the environment: ${NAME}.',
        examples: ['https://erp.example/hooks/orders'],
      }),
    },
    { error: 'a map with name and url' },
  )
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'name' }] })
  .meta({ title: 'Webhook', description: webhooks.doc })

const percent = scalar({ words: 'a percentage from 0% to 100%, such as 20%', pattern: /^(?:100|\d{1,2}(?:\.\d+)?)%$/, forms: ['percent'] })

/** One entry of `expect:`, a price test. */
export const expectDocument = z
  .strictObject(
    {
      sku: name.meta({ description: 'Sku of a product, or code of a variant.', examples: ['TEE-CLASSIC-m-navy'] }),
      group: text.optional().meta({ description: 'Group of the customer. Left out: none.', examples: ['dealer'] }),
      quantity: positive.optional().meta({ description: 'Number of pieces. Left out: 1.', examples: [50] }),
      currency: name
        .optional()
        .meta({ description: 'Currency of the payment. Left out: the default currency of the config.', examples: ['EUR'] }),
      options: z
        .record(z.string(), text, { error: 'a map of option: value' })
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'option', value: 'value' }] })
        .optional()
        .meta({
          description: 'The chosen value of each option; with variants, the values select the variant.',
          examples: [{ size: 'm', colour: 'navy' }],
        }),
      at: timestamp.optional().describe('Time of the purchase, in the time zone of the shop. Left out: a time without timed promotions.'),
      customer_discount: percent.optional().meta({ description: 'Discount of this customer. Left out: none.', examples: ['20%'] }),
      price: price.meta({ description: 'Expected price of one piece.', examples: [12] }),
    },
    { error: 'a map with sku and price' },
  )
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'sku' }] })
  .meta({ title: 'Price test' })

/** One entry of `moved:`, a record with a new key (docs/decisions/032-moved.md). */
export const movedDocument = z
  .strictObject(
    {
      from: name.meta({ description: 'The old sku, or the old address.', examples: ['product.TEE', 'category.tees'] }),
      to: name.meta({ description: 'The new sku, or the new address.', examples: ['product.SHIRT', 'category.shirts'] }),
    },
    { error: 'a map with from and to' },
  )
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'from' }] })
  .meta({ title: 'Moved record' })

/** The sections of a document, each with the schema of one entry; `one` is what an entry is called in messages. */
export const sections = {
  groups: { kind: 'map', entry: groupDocument, one: 'group' },
  categories: { kind: 'map', entry: categoryDocument, one: 'category' },
  price_lists: { kind: 'map', entry: gridDocument, one: 'price list' },
  products: { kind: 'map', entry: productDocument, one: 'product' },
  webhooks: { kind: 'list', entry: webhookDocument, one: 'webhook' },
  expect: { kind: 'list', entry: expectDocument, one: 'price test' },
  moved: { kind: 'list', entry: movedDocument, one: 'moved record' },
} as const

/** The sections that are maps of records by key. */
export const mapSections = ['groups', 'categories', 'price_lists', 'products'] as const

/** The name of a section that is a map. */
export type MapSectionName = (typeof mapSections)[number]

/** The sections that are lists. */
export const listSections = ['webhooks', 'expect', 'moved'] as const

/** The name of a section that is a list. */
export type ListSectionName = (typeof listSections)[number]

/** A whole document of a catalogue, for the JSON Schema that editors read; loading checks entry by entry. */
export const catalogueDocument = z
  .strictObject({
    defaults: defaultsDocument.optional(),
    groups: z
      .record(z.string(), groupDocument)
      .optional()
      .meta({
        description: 'Customer groups by code. Price lists and access refer to them.',
        examples: [{ dealer: { title: 'Dealers', subscribable: 'private' } }],
      }),
    categories: z
      .record(z.string(), categoryDocument)
      .optional()
      .meta({
        description: 'Categories by code.',
        examples: [{ tees: { name: 'T-shirts', slug: 't-shirts', parents: { clothing: 10 } } }],
      }),
    price_lists: z
      .record(z.string(), gridDocument)
      .optional()
      .meta({
        description: 'Price grids by name, for products that share them.',
        examples: [{ tees: { breaks: [0, 12, 48], prices: { default: [19.95, 17.5, 15] } } }],
      }),
    products: z
      .record(z.string(), productDocument)
      .optional()
      .meta({ description: 'Products by sku.', examples: [{ MUG: { title: 'Mug', categories: { kitchen: 10 }, price: 8.5 } }] }),
    webhooks: z.array(webhookDocument).optional().describe('Addresses that the store calls on an event, such as a new order.'),
    expect: z
      .array(expectDocument)
      .optional()
      .describe('Price tests: expected prices. validate checks them in the catalogue, apply again in the store.'),
    moved: z
      .array(movedDocument)
      .optional()
      .describe('Products, categories and groups with a new key. The new record takes the place of the old one, which is hidden.'),
  })
  .meta({ title: 'Planogram catalogue', description: 'Groups, categories, price lists and products of a store.' })
