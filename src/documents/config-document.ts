import { z } from 'zod'
import { choiceOf } from './choice-of.ts'
import { pruneDocument } from './prune-document.ts'
import { retentionDocument } from './retention-document.ts'
import { exchangeRate, flag, name, picturePath, positive, rate, scalar, text } from './scalar-schemas.ts'
import { addressPattern, isAddress } from './is-address.ts'
import { isLoopbackRedirect, loopbackRedirectPattern, loopbackRedirectWords } from '../source/is-loopback-redirect.ts'
import { valueForms } from './value-forms.ts'

const plainText = z.string({ error: 'text' }).min(1, { error: 'text that is not empty' }).meta({ type: 'string' })

const address = z
  .string({ error: 'an address such as https://shop.example' })
  .refine(isAddress, {
    error: 'an address such as https://shop.example (http only to this machine), without a query, a name or a password',
  })
  .meta({
    type: 'string',
    pattern: addressPattern,
    patternErrorMessage: 'Expected an address such as https://shop.example (http only to this machine).',
  })
  .register(valueForms, { forms: [{ kind: 'address' }] })

/** A reference to the environment, and nothing else; its group is the name of the variable. */
export const referencePattern = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/

const capabilitiesDocument = z
  .strictObject(
    {
      deletes: choiceOf(['shown', 'generic'])
        .optional()
        .describe(
          'generic: rows of every resource can be deleted, price entries by uid too. Left out: shown, only what docs/api.md shows.',
        ),
      links: choiceOf(['unknown', 'upsert'])
        .optional()
        .describe('upsert: posting an existing pair, such as a product in a category, updates it. Left out: unknown.'),
      attributes: choiceOf(['unknown', 'label', 'label+value'])
        .optional()
        .describe('The fields that identify an attribute of a product. Left out: unknown, a product has each label once.'),
      batches: choiceOf(['unknown', 'atomic'])
        .optional()
        .describe('atomic: the store writes all records of a request or none. Left out: unknown.'),
    },
    { error: 'a map of capabilities' },
  )
  .meta({
    title: 'Capabilities',
    description: 'What this store supports beyond docs/api.md. Left out: nothing; the embedded store knows its own.',
  })

/** One entry of `stores:`. */
const storeDocument = z
  .strictObject(
    {
      emulator: flag.optional().describe('true: the embedded store, kept in .planogram/emulator/.'),
      base_url: address.optional().meta({ description: 'Root address of the store.', examples: ['https://shop.example'] }),
      files_url: address.optional().meta({
        description: 'Root address of the Files API. Left out: pictures cannot be uploaded.',
        examples: ['https://files.example'],
      }),
      site_name: plainText
        .optional()
        .meta({ description: 'Name of the site in the Files API: pictures are at <files_url>/<site_name>/.', examples: ['acme'] }),
      key: plainText.optional().meta({
        description:
          'The application key, as a reference to the environment only. Never write the key itself into a file of the catalogue.',
        examples: ['${STORE_KEY}'],
        pattern: referencePattern.source,
        patternErrorMessage: 'Expected a reference to the environment such as ${STORE_KEY}. Never write the key itself here.',
      }),
      key_file: plainText
        .optional()
        .describe('Instead of key: a file outside of the repository that holds the key. A path that begins with ~/ is in the home folder.'),
      key_command: plainText.optional().meta({
        description:
          'Instead of key: a command that prints the key, such as that of a password manager. It runs only where PLANOGRAM_ALLOW_KEY_COMMAND is 1.',
        examples: ['op read op://shop/production/key'],
      }),
      client_id: plainText.optional().meta({
        description:
          'Instead of key: the client id, of the developer support of the store, with which planogram login requests a key. It is not a secret. Left out: planogram, in a store on this machine.',
        examples: ['acme-catalogue'],
      }),
      redirect_uri: z
        .string({ error: loopbackRedirectWords })
        .refine(isLoopbackRedirect, { error: loopbackRedirectWords })
        .optional()
        .meta({
          type: 'string',
          description:
            'The redirect URI that client_id is registered with, where it has a fixed one: an address of this machine, written exactly as it is registered. Left out: 127.0.0.1, with a free port and a random path.',
          examples: ['http://127.0.0.1:8976/callback'],
          pattern: loopbackRedirectPattern,
          patternErrorMessage: `Expected ${loopbackRedirectWords}.`,
        }),
      protected: flag
        .optional()
        .describe(
          'true: apply asks to type the name of the store, and without a terminal accepts only a saved plan with its hash; api, ship and customers ask too.',
        ),
      catalogue: picturePath.optional().meta({
        description: 'Folder of documents with overrides for this store, merged over the catalogue field by field.',
        examples: ['overlays/production'],
      }),
      fields: z
        .record(z.string(), z.record(z.string(), name, { error: 'a map of documented name: name in the store' }), {
          error: 'a map of resource: fields',
        })
        .register(valueForms, { forms: [{ kind: 'pairs', key: 'resource', value: 'fields' }] })
        .optional()
        .meta({
          description: 'Names of fields in this store by their documented name, and fields that only this store has, by resource.',
          examples: [{ Product: { gtin: 'ean', warranty: 'warranty' } }],
        }),
      capabilities: capabilitiesDocument.optional(),
      files: choiceOf(['assume_present'])
        .optional()
        .describe('assume_present: without a files_url, records can name pictures, which are in the store already.'),
    },
    { error: 'a store with emulator: true or base_url' },
  )
  .meta({ title: 'Store' })

/** A parsed entry of `stores:`. */
export type StoreDocument = z.infer<typeof storeDocument>

const limit = scalar({
  words: 'a whole number, a percentage such as 30%, or off',
  pattern: /^(?:\d{1,9}|\d{1,9}(?:\.\d+)?%|off)$/,
  forms: ['integer', 'percent'],
  minimum: 0,
})
const percent = scalar({ words: 'a percentage such as 30%, or off', pattern: /^(?:\d{1,9}(?:\.\d+)?%|off)$/, forms: ['percent'] })
const floor = scalar({ words: 'a price such as 0.01, or off', pattern: /^(?:\d+(?:\.\d+)?|off)$/, forms: ['price'], minimum: 0 })
const duration = scalar({ words: 'a duration such as 60s, 500ms or 2m', pattern: /^\d{1,6}(?:ms|s|m)$/, forms: [], examples: ['60s'] })
const planAge = scalar({ words: 'a duration such as 24h, 30m or 7d, or off', pattern: /^(?:\d{1,6}[smhd]|off)$/, forms: [] })
const budget = scalar({ words: 'a whole number from 1, or off', pattern: /^(?:[1-9]\d{0,8}|off)$/, forms: ['integer'], minimum: 1 })

const manageDocument = z.strictObject(
  {
    prune: pruneDocument,
    live_owned: z
      .array(name, { error: 'a list such as [Inventory.quantity]' })
      .optional()
      .meta({
        description:
          'Fields that are set when a record is created and belong to the store afterwards. Left out: Inventory.quantity and Inventory.stock_message.',
        examples: [['Inventory.quantity', 'Inventory.stock_message']],
      }),
    drift: choiceOf(['overwrite', 'keep', 'fail'])
      .optional()
      .meta({
        description: 'What happens to changes that were made in the store. Left out: overwrite.',
        enumDescriptions: ['The catalogue wins; the plan shows what it overwrites.', 'They are kept and listed.', 'The plan fails.'],
      }),
  },
  { error: 'a map with prune, live_owned and drift' },
)
valueForms.add(manageDocument, { forms: [{ kind: 'map', firstKey: 'prune' }] })

const onOff = (description: string): z.ZodOptional<z.ZodString> =>
  choiceOf(['on', 'off'])
    .optional()
    .meta({ description: `${description} Left out: on.` })

const guardsDocument = z.strictObject(
  {
    max_removals: limit.optional().meta({ description: 'Most records that a plan may remove; default 10.', examples: [10, '5%', 'off'] }),
    max_changes: limit.optional().meta({
      description: 'Most products, categories and groups of the store that a plan may change; default 30%.',
      examples: ['30%', 100, 'off'],
    }),
    price_change: percent
      .optional()
      .meta({ description: 'Largest change of a price that a customer pays, up or down; default 30%.', examples: ['30%', 'off'] }),
    price_floor: floor.optional().meta({ description: 'Lowest price that a customer may pay; default 0.01.', examples: [0.01, 'off'] }),
    decimal_slip: onOff('Stops a price that becomes 10, 100 or 1000 times what it was, or that part of it, within 5%.'),
    tier_inversion: onOff('Stops a price that becomes higher than that of a smaller quantity.'),
    empty_category: onOff('Stops a plan that leaves a category without a product that customers see.'),
    open_access: onOff('Stops a plan that removes the last access group of a product.'),
    same_slug: onOff('Stops a plan that gives a product or category the slug of another one, which customers see too.'),
    hide: limit
      .optional()
      .meta({ description: 'Most products and categories that a plan may hide; default 10.', examples: [10, '5%', 'off'] }),
    unhide: limit.optional().meta({
      description: 'Most products and categories, hidden by others, that a plan may make visible; default 0.',
      examples: [0, 10, 'off'],
    }),
    grid_rows: budget.optional().meta({
      description: 'Price entries of the store that a plan may not exceed by adding some; default 5000.',
      examples: [5000, 'off'],
    }),
    max_plan_age: planAge
      .optional()
      .meta({ description: 'Oldest saved plan that is applied; default 24h.', examples: ['24h', '7d', 'off'] }),
    price_30d: choiceOf(['warn', 'off']).optional().meta({
      description: 'Warns of a dated discount on a price above the lowest one of the last 30 days; default warn.',
    }),
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
        .meta({ description: 'The stores of this catalogue by name.', minProperties: 1, examples: [{ local: { emulator: true } }] }),
      default_store: name.optional().meta({
        description: 'The store that commands use without --store. Left out: the only store, or the one called local.',
        examples: ['local'],
      }),
      manage: manageDocument.optional().describe('What the catalogue owns, and what is left to the store.'),
      guards: guardsDocument.optional().describe('Limits that stop apply, never plan; off disables a guard.'),
      limits: z
        .strictObject(
          {
            concurrency: positive.optional().describe('Most concurrent requests; default: adaptive, 4 at first (uploads 16) and up to 16.'),
            records_per_request: positive.optional().describe('Root records per request; default 100.'),
            requests_per_second: rate.optional().describe('Requests per second, from 0.01; default: no limit.'),
            settle: duration
              .optional()
              .describe(
                'How long a write whose answer was lost can still take effect: apply waits so long before it decides; default 60s.',
              ),
            price_entries: budget.optional().describe('Most entries of all price grids together without a warning; default 5400.'),
          },
          { error: 'a map of limits' },
        )
        .optional()
        .describe('Limits of the requests to the store.'),
      currencies: z
        .strictObject(
          {
            default: name
              .optional()
              .meta({ description: 'The currency of the prices in the catalogue. Left out: it has no name.', examples: ['NOK'] }),
            rates: z
              .record(z.string(), exchangeRate, { error: 'a map of currency: rate' })
              .register(valueForms, { forms: [{ kind: 'pairs', key: 'currency', value: 'rate' }] })
              .optional()
              .meta({ description: 'Value of one unit of it in other currencies.', examples: [{ EUR: 0.085 }] }),
          },
          { error: 'a map with default and rates' },
        )
        .register(valueForms, { forms: [{ kind: 'map', firstKey: 'default' }] })
        .optional()
        .describe('Only for price, price tests and the shop pages of the embedded store: the API of a store does not show rates.'),
      images: z
        .strictObject(
          {
            main: positive
              .optional()
              .describe('Longest side of image of products and variants, in pixels. Left out: the picture is uploaded unchanged.'),
            thumb: positive.optional().describe('Longest side of a thumb, or thumbnail of an extra picture, that is left out, in pixels.'),
            large: positive.optional().describe('Longest side of an image_large that is left out, in pixels.'),
            naming: choiceOf(['plain', 'hashed'])
              .optional()
              .meta({
                description: 'File names in the store. Left out: plain.',
                enumDescriptions: [
                  'As in the catalogue.',
                  'With a hash of the content, tee.3f9a1c2b.png, so that a changed picture is a new file.',
                ],
              }),
          },
          { error: 'a map with main, thumb, large and naming' },
        )
        .register(valueForms, { forms: [{ kind: 'map', firstKey: 'main' }] })
        .optional()
        .describe('Smaller pictures to make of the named ones, and file names in the store (docs/pictures.md). Left out: none are made.'),
      timezone: text
        .refine(isTimezone, { error: 'a time zone such as UTC or Europe/Oslo' })
        .optional()
        .meta({ description: 'Time zone of promotions and of --at; default UTC.', examples: ['UTC', 'Europe/Oslo'] }),
      state: picturePath.min(1, { error: 'a path' }).optional().describe('Path of the state file; default .planogram/state.db.'),
      retention: retentionDocument.optional(),
    },
    { error: 'a map of settings' },
  )
  .meta({ title: 'Planogram config', description: 'The stores of a catalogue, and how it is applied to them.' })

/** The parsed config. */
export type ConfigDocument = z.infer<typeof configDocument>

/** The list of zones takes a tenth of the time of the first format. It has one name for each zone, in one spelling: the others, such as Asia/Kolkata, are tried. */
function isTimezone(value: string): boolean {
  if (value === 'UTC' || Intl.supportedValuesOf('timeZone').includes(value)) return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
