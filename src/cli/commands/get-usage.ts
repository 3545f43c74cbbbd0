import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, option, text } from '../option.ts'

export const getUsage = defineUsage({
  name: 'get',
  group: 'Stores',
  description: 'Print records of any resource of the store; the store is only read',
  options: z.object({
    spec: option('<spec>', 'A resource, or several joined with +: Product+Inventory, Order+(Shipments+ShipmentLines)', {
      schema: z.string(),
    }),
    filters: option(
      '[filters...]',
      'Values of the first resource, field=value; % is any text, and a field that is given twice has either value',
      {
        schema: z.array(z.string()).default([]),
      },
    ),
    any: flag('--any', 'One of the filters is enough (default: all of them)'),
    search: text('--search <expression>', 'Conditions with AND, OR, NOT, brackets, dates and comparisons of fields'),
    fields: text('--fields <list>', 'Only these fields: sku,title|Inventory:quantity (default: all)'),
    limit: option('--limit <number>', 'Stop after so many records', {
      schema: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, { error: 'Give a whole number from 1.' })
        .transform(Number)
        .optional(),
    }),
    format: choice('-f, --format <format>', 'Format of the result', ['table', 'json', 'yaml', 'xml', 'csv']),
  }),
  examples: [
    ['planogram get Product', 'every product, as a table'],
    ['planogram get Product+Inventory+ProdCat sku=TEE% inactive=false', 'with their stock and categories'],
    ['planogram get Order integrated=0 --format json', 'orders that the ERP does not have, for a program'],
    [`planogram get Order --search "order_date > NOW() - INTERVAL 3 MONTH"`, 'orders of three months'],
    [`planogram get Order+Orderline --fields 'email|Orderline:sku,quantity' -f csv`, 'a line for each orderline'],
    ['planogram get PricingAdvanced sku=TEE-1 sku=TEE-2 --limit 20', 'price entries of two skus'],
  ],
  notes: [
    'Every page is read, and the number of records is checked. Hashes of passwords are not printed. Quote what has %, |, > or brackets in your shell.',
    'In every format but the table a value is a text as the store has it. docs/get.md describes the formats.',
  ],
  exitCodes: {
    done: 'every record was printed, perhaps none',
    error: 'the store cannot be read, or not completely; what was printed is not everything',
    usage: 'a resource, a field, a filter or the expression is wrong, or the config has no such store',
    invalid: 'the config has errors',
  },
})

export type GetOptions = OptionsOf<typeof getUsage>
