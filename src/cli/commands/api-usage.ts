import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { flag, option, requiredChoice, text } from '../option.ts'

const stopped = 'stopped; what a write in flight did is not known'

export const apiUsage = defineUsage({
  name: 'api',
  group: 'Stores',
  description: 'Send one request to the Data API of the store and print the answer as it comes',
  options: z.object({
    method: requiredChoice('<method>', 'Method of the request', ['GET', 'POST', 'PUT', 'DELETE']),
    path: option('<path>', 'Path and query, with or without /API/V3/ before them', { schema: z.string() }),
    input: text('--input <file>', 'The body of a POST or PUT, XML; - for standard input'),
    include: flag('-i, --include', 'Print the status and the headers first'),
    autoApprove: flag('--auto-approve', 'Without a terminal: send a write to a protected store'),
  }),
  examples: [
    ['planogram api GET /Product/MUG', 'one product as the store sends it'],
    ['planogram api GET Product.xsd', 'the fields that this store has'],
    ['planogram api POST Product --input body.xml', 'create or update records'],
    ['planogram api PUT Order/1001 --input order.xml', 'change one record'],
    [`planogram api DELETE 'PricingAdvanced?sku=MUG'`, 'delete the price entries of a sku'],
  ],
  notes: [
    'A write is sent exactly once. It is not in the journal: `planogram undo` cannot undo it, and the next plan shows it as a change that was made in the store. For records of the catalogue use `planogram apply`.',
    'The key of the store is sent to its own address only. A write to a store with `protected: true` asks for the name of the store.',
  ],
  exitCodes: {
    done: 'the store answered with a success',
    error: 'the store refused the request or cannot be reached, the answer was lost, or a file cannot be read',
    declined: 'the write was declined, or there is no terminal to ask in and no --auto-approve',
    usage: 'a method, a path or an option is wrong, or the config has no such store',
    invalid: 'the config has errors',
    interrupted: stopped,
    terminated: stopped,
  },
})

export type ApiOptions = OptionsOf<typeof apiUsage>
