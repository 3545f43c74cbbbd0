import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, option } from '../option.ts'
import { z } from 'zod'

export const customersUsage = defineUsage({
  name: 'customers',
  group: 'Orders',
  description: 'Create and update customers and their groups from a CSV file',
  options: z.object({
    file: option('<file>', 'CSV file; - for standard input', { schema: z.string() }),
    dryRun: flag('--dry-run', 'Show what would change and write nothing'),
    autoApprove: flag('--auto-approve', 'Do not ask'),
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json']),
  }),
  examples: [
    ['planogram customers customers.csv', 'compare, show what changes, ask, write'],
    ['planogram customers customers.csv --dry-run', 'only show what would change'],
    ['planogram get Customer+UserCustomerGroups --format csv > customers.csv', 'the customers that the store has'],
  ],
  notes: [
    'The first line has the names of fields: username, and others of docs/api.md, "Customer". A field without a column stays as it is; an empty cell empties it.',
    'The column groups has the codes of all groups of a customer, separated by blanks or semicolons. A password is set for customers that are created only.',
    'Customers that the file does not have stay as they are. A second run changes nothing.',
  ],
  exitCodes: {
    done: 'the store has the customers of the file, or they were only shown',
    error: 'the file cannot be read, or the store refused or cannot be reached',
    declined: 'the changes were declined, or there is no terminal to ask in and no --auto-approve',
    partial: 'some customers were not written, or not as the file has them',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the file or the config has errors',
    interrupted: 'stopped; what was written is kept, and the next run writes the rest',
    terminated: 'stopped; what was written is kept, and the next run writes the rest',
  },
})

export type CustomersOptions = OptionsOf<typeof customersUsage>
