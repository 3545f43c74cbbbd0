import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, limited, option, text } from '../option.ts'

const quantities = z
  .array(z.string().regex(/^.+=[1-9]\d{0,8}$/, 'Give a line and how many of it: `MUG=2`, or `1001-1=2`.'))
  .transform((lines) =>
    lines.map((each) => {
      const at = each.lastIndexOf('=')
      return { name: each.slice(0, at), quantity: Number(each.slice(at + 1)) }
    }),
  )
  .optional()

export const shipUsage = defineUsage({
  name: 'ship',
  group: 'Orders',
  description: 'Create a shipment of an order, of all that is left of it or of some lines',
  options: z.object({
    order: option('<order>', 'Number of the order', {
      schema: z.string().regex(/^\d{1,15}$/, 'Give the number of an order, such as 1001.'),
    }),
    courier: text('--courier <name>', 'Name of the shipping provider'),
    trackingNumber: text('--tracking-number <number>', 'Tracking number; one that the order has already is not sent again'),
    trackingLink: text('--tracking-link <url>', 'Address where the customer can follow the shipment'),
    line: option('--line <line=quantity>', 'Ship only so many of this line, named by its code or sku; may be given several times', {
      schema: quantities,
      repeats: true,
    }),
    email: flag('--email', 'Send a mail to the customer'),
    emailTo: limited(text('--email-to <address>', 'Send it to this address in place of that of the order'), {
      needs: { option: 'email', value: true },
    }),
    emailSubject: limited(text('--email-subject <text>', 'Subject of the mail'), { needs: { option: 'email', value: true } }),
    notes: text('--notes <text>', 'Note, which is in the mail too'),
    archive: flag('--archive', 'Remove the order from the list of pending orders'),
    dryRun: flag('--dry-run', 'Show the shipment and write nothing'),
    autoApprove: flag('--auto-approve', 'Do not ask'),
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json']),
  }),
  examples: [
    ['planogram ship 1001 --courier Post --tracking-number AB123 --email', 'ship what is left, and tell the customer'],
    ['planogram ship 1001 --line MUG=2 --line 1001-3=1', 'ship a part of the order'],
    ['planogram ship 1001 --dry-run', 'show what would be shipped'],
  ],
  notes: [
    'The order is read first: no more can be shipped than was ordered, less what earlier shipments have. A second run with the same tracking number, or of an order of which nothing is left, sends nothing.',
    'The request is sent once and never repeated. Where its answer is lost, the shipments of the order are read back.',
    'Next: planogram get Shipments+ShipmentLines order_number=1001',
  ],
  exitCodes: {
    done: 'the shipment was created, existed already, or was only shown',
    error: 'the order or a line does not exist, more would be shipped than was ordered, or the store refused or cannot be reached',
    declined: 'the shipment was declined, or there is no terminal to ask in and no --auto-approve',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the config has errors',
    interrupted: 'stopped; whether a shipment that was sent exists is not known',
    terminated: 'stopped; whether a shipment that was sent exists is not known',
  },
})

export type ShipOptions = OptionsOf<typeof shipUsage>
