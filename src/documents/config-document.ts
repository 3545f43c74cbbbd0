import { z } from 'zod'
import { choiceOf } from './choice-of.ts'
import { decimal, flag, name, picturePath, text } from './scalar-schemas.ts'
import { isAddress } from './is-address.ts'
import { valueForms } from './value-forms.ts'

const positive = z
  .string({ error: 'a whole number from 1' })
  .regex(/^[1-9]\d{0,8}$/, { error: 'a whole number from 1' })
  .meta({ type: ['integer', 'string'] })
  .register(valueForms, { forms: [{ kind: 'integer' }] })

const plainText = z.string({ error: 'text' }).min(1, { error: 'text that is not empty' }).meta({ type: 'string' })

const address = z
  .string({ error: 'an address such as https://shop.example' })
  .refine(isAddress, {
    error: 'an address such as https://shop.example (http only to this machine), without a query, a name or a password',
  })
  .meta({ type: 'string' })
  .register(valueForms, { forms: [{ kind: 'address' }] })

const capabilitiesDocument = z
  .strictObject(
    {
      deletes: choiceOf(['shown', 'generic']).optional().describe('generic: rows of every resource can be deleted.'),
      links: choiceOf(['unknown', 'upsert']).optional().describe('upsert: posting an existing pair again updates it.'),
      attributes: choiceOf(['unknown', 'label', 'label+value']).optional().describe('What tells attributes apart.'),
      batches: choiceOf(['unknown', 'atomic']).optional().describe('atomic: a body is written whole or not at all.'),
    },
    { error: 'a map of capabilities' },
  )
  .meta({ title: 'Capabilities', description: 'What this store can do beyond what its document shows.' })

/** One entry of `stores:`. */
const storeDocument = z
  .strictObject(
    {
      emulator: flag.optional().describe('true: the embedded store, kept in .planogram/emulator/.'),
      base_url: address.optional().meta({ description: 'Root address of the store.', examples: ['https://shop.example'] }),
      files_url: address
        .optional()
        .meta({ description: 'Root address of the Files API. Left out: pictures cannot be sent.', examples: ['https://files.example'] }),
      site_name: plainText
        .optional()
        .meta({ description: 'Name of the site in the Files API: pictures live at <files_url>/<site_name>/.', examples: ['acme'] }),
      key: plainText.optional().meta({
        description: 'The application key, only as a reference to the environment; the key itself never stands in a file of the catalogue.',
        examples: ['${STORE_KEY}'],
      }),
      key_file: plainText.optional().describe('A file outside of the repository that holds the key.'),
      key_command: plainText.optional().meta({
        description: 'A command that prints the key, such as that of a password manager.',
        examples: ['op read op://shop/production/key'],
      }),
      protected: flag
        .optional()
        .describe('true: apply asks to type the name of the store, and in CI takes only a saved plan with its hash.'),
      catalogue: picturePath.optional().meta({
        description: 'Folder of documents that hold for this store alone, laid over the catalogue field by field.',
        examples: ['overlays/production'],
      }),
      fields: z
        .record(z.string(), z.record(z.string(), name, { error: 'a map of our name: name in the store' }), {
          error: 'a map of resource: fields',
        })
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'resource', value: 'fields' }] })
        .optional()
        .describe("Names of fields, ours to the store's, and fields that only this store has."),
      capabilities: capabilitiesDocument.optional(),
      files: choiceOf(['assume_present']).optional().describe('assume_present: pictures are taken to be in the store already.'),
    },
    { error: 'a store with emulator: true or base_url' },
  )
  .meta({ title: 'Store' })

export type StoreDocument = z.infer<typeof storeDocument>

const limitWords = 'a whole number, per cent such as 30%, or off'
const limit = z
  .string({ error: limitWords })
  .regex(/^(?:\d{1,9}|\d{1,9}(?:\.\d+)?%|off)$/, { error: limitWords })
  .meta({ type: ['integer', 'string'] })
  .register(valueForms, { forms: [{ kind: 'integer' }, { kind: 'percent' }] })
const percent = z
  .string({ error: 'per cent such as 30%, or off' })
  .regex(/^(?:\d{1,9}(?:\.\d+)?%|off)$/, { error: 'per cent such as 30%, or off' })
  .meta({ type: 'string' })
  .register(valueForms, { forms: [{ kind: 'percent' }] })
const floor = z
  .string({ error: 'a price such as 0.01, or off' })
  .regex(/^(?:\d+(?:\.\d+)?|off)$/, { error: 'a price such as 0.01, or off' })
  .meta({ type: ['number', 'string'] })
  .register(valueForms, { forms: [{ kind: 'price' }] })

const budget = z
  .string({ error: 'a whole number from 1, or off' })
  .regex(/^(?:[1-9]\d{0,8}|off)$/, { error: 'a whole number from 1, or off' })
  .meta({ type: ['integer', 'string'] })
  .register(valueForms, { forms: [{ kind: 'integer' }] })

const leftAlone = 'The store keeps them as they are.'
const deleted = 'Deleted, where the store can delete them.'

const manageDocument = z.strictObject(
  {
    prune: z
      .strictObject(
        {
          products: choiceOf(['keep', 'retire', 'delete'])
            .optional()
            .meta({
              description: 'Products that left the catalogue. Left out: keep.',
              enumDescriptions: [leftAlone, 'Made inactive: no shopper sees them.', deleted],
            }),
          categories: choiceOf(['keep', 'hide', 'delete'])
            .optional()
            .meta({
              description: 'Categories that left the catalogue. Left out: keep.',
              enumDescriptions: [leftAlone, 'Hidden from the navigation.', deleted],
            }),
          groups: choiceOf(['keep', 'delete'])
            .optional()
            .meta({ description: 'Customer groups that left the catalogue. Left out: keep.', enumDescriptions: [leftAlone, deleted] }),
          webhooks: choiceOf(['keep', 'delete'])
            .optional()
            .meta({ description: 'Webhooks that left the catalogue. Left out: keep.', enumDescriptions: [leftAlone, deleted] }),
          files: choiceOf(['keep', 'delete'])
            .optional()
            .meta({ description: 'Pictures that left the catalogue. Left out: keep.', enumDescriptions: [leftAlone, deleted] }),
        },
        { error: 'a map with products, categories, groups, webhooks and files' },
      )
      .register(valueForms, { forms: [{ kind: 'map', firstKey: 'products' }] })
      .optional()
      .describe('What happens to records of ours that left the catalogue; default keep.'),
    live_owned: z
      .array(name, { error: 'a list such as [Inventory.quantity]' })
      .optional()
      .meta({
        description: 'Fields that are set when a record is created, and are the business of the store from then on.',
        examples: [['Inventory.quantity', 'Inventory.stock_message']],
      }),
    drift: choiceOf(['overwrite', 'keep', 'fail'])
      .optional()
      .meta({
        description: 'What happens to changes that somebody made in the store. Left out: overwrite.',
        enumDescriptions: [
          'The catalogue wins; the plan shows what it overwrites.',
          'They stay, and are named.',
          'A plan with some of them stops.',
        ],
      }),
  },
  { error: 'a map with prune, live_owned and drift' },
)
valueForms.add(manageDocument, { forms: [{ kind: 'map', firstKey: 'prune' }] })

const guardsDocument = z.strictObject(
  {
    max_removals: limit.optional().meta({ description: 'How many records a plan may remove.', examples: [10, '5%', 'off'] }),
    max_changes: limit.optional().meta({ description: 'How many records a plan may change.', examples: ['30%', 100, 'off'] }),
    price_change: percent
      .optional()
      .meta({ description: 'How far a price that a customer pays may move, up or down.', examples: ['30%', 'off'] }),
    price_floor: floor.optional().meta({ description: 'The lowest price that a customer may come to pay.', examples: [0.01, 'off'] }),
    unhide: limit.optional().describe('How many hidden records of the store a plan may show.'),
  },
  { error: 'a map of guards' },
)

/** `planogram.yaml` (design.md section 3). */
export const configDocument = z
  .strictObject(
    {
      stores: z
        .record(z.string(), storeDocument, { error: 'a map of stores' })
        .optional()
        .meta({ description: 'The stores of this catalogue by name.', examples: [{ local: { emulator: true } }] }),
      default_store: name.optional().meta({ description: 'The store that is meant without --store.', examples: ['local'] }),
      manage: manageDocument.optional().describe('What is ours, and what is left to the store.'),
      guards: guardsDocument.optional().describe('Limits that stop an apply, never a plan; off switches one off.'),
      limits: z
        .strictObject(
          {
            concurrency: positive.optional().describe('Requests in flight at once; default 4.'),
            records_per_request: positive.optional().describe('Root records in one request; default 100.'),
            requests_per_second: decimal.optional().describe('Default: no cap.'),
            price_entries: budget.optional().describe('How many entries all price grids together may have before a warning; default 5400.'),
          },
          { error: 'a map of limits' },
        )
        .optional()
        .describe('How hard the store is worked.'),
      currencies: z
        .strictObject(
          {
            default: name.optional().meta({ description: 'The currency that prices are written in.', examples: ['NOK'] }),
            rates: z
              .record(z.string(), decimal, { error: 'a map of currency: rate' })
              .register(valueForms, { forms: [{ kind: 'pairs', key: 'currency', value: 'rate' }] })
              .optional()
              .meta({ description: 'What one of it is in other currencies.', examples: [{ EUR: 0.085 }] }),
          },
          { error: 'a map with default and rates' },
        )
        .register(valueForms, { forms: [{ kind: 'map', firstKey: 'default' }] })
        .optional()
        .describe('For price, price tests and the shop pages of the embedded store only: the API of a store shows no rates.'),
      images: z
        .strictObject(
          {
            main: positive.optional().describe('Longest side of image of products and variants, in pixels; left out: it goes as it is.'),
            thumb: positive.optional().describe('Longest side of a thumb, or thumbnail of an extra picture, that is not given, in pixels.'),
            large: positive.optional().describe('Longest side of an image_large that is not given, in pixels.'),
            naming: choiceOf(['plain', 'hashed'])
              .optional()
              .meta({
                description: 'How files are called in the store. Left out: plain.',
                enumDescriptions: [
                  'As in the catalogue.',
                  'After their content, tee.3f9a1c2b.png, so that a changed picture is a new file.',
                ],
              }),
          },
          { error: 'a map with main, thumb, large and naming' },
        )
        .register(valueForms, { forms: [{ kind: 'map', firstKey: 'main' }] })
        .optional()
        .describe('Smaller pictures to make of those that are named, and how files are called in the store (docs/pictures.md).'),
      timezone: text
        .refine(isTimezone, { error: 'a time zone such as UTC or Europe/Oslo' })
        .optional()
        .meta({ description: 'Time zone of promotions and of --at; default UTC.', examples: ['UTC', 'Europe/Oslo'] }),
      state: picturePath.min(1, { error: 'a path' }).optional().describe('Where runs are kept; default .planogram/state.db.'),
    },
    { error: 'a map of settings' },
  )
  .meta({ title: 'Planogram config', description: 'Stores, and how they are kept equal to the catalogue.' })

export type ConfigDocument = z.infer<typeof configDocument>

function isTimezone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
