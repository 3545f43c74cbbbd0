import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, option } from '../option.ts'

export const explainUsage = defineUsage({
  name: 'explain',
  group: 'Inspect',
  description: 'Print where each value of a record comes from, and what the store has',
  options: z.object({
    address: option(
      '[address]',
      'Address as in plans: product.SKU, product.SKU/option.NAME, variant.CODE, category.CODE, grid.SKU, or a field of one: product.SKU.title. A part of an address, such as product or product.SKU/, lists the addresses below it',
      { schema: z.string().default('') },
    ),
    offline: flag('--offline', 'Read only the catalogue, not the store'),
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json']),
  }),
  examples: [
    ['planogram explain product.TEE-CLASSIC', 'each value with its file and line'],
    ['planogram explain product.TEE-CLASSIC.title', 'one field'],
    ['planogram explain product.TEE-CLASSIC/attribute.Material', 'one row of a record'],
    ['planogram explain grid.TEE-CLASSIC-m-navy --store production', 'prices, with the overlay of a store'],
  ],
  notes: [],
  exitCodes: {
    done: 'the record is explained',
    error: 'there is no config, or the store cannot be read and only git is shown (--offline omits the store)',
    usage: 'there is no such address',
    invalid: 'the config is not UTF-8 text',
  },
})

export type ExplainOptions = OptionsOf<typeof explainUsage>
