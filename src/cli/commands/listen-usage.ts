import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { flag, option, text } from '../option.ts'
import { portOption } from './emulator-usage.ts'

const countFromOne = (most: number, help: string): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, help)
    .transform(Number)
    .refine((given) => given <= most, help)

export const listenUsage = defineUsage({
  name: 'listen',
  group: 'Orders',
  description: 'Print each new order in full, as one line of JSON',
  options: z.object({
    exec: text('--exec <command>', 'Run a command for each order, which it reads from standard input, in place of printing the order'),
    mark: flag(
      '--mark',
      'Begin with the orders that are not marked as integrated, and mark each order once it was printed or its command ended with 0',
    ),
    subscribe: option('--subscribe <url>', 'Public address of this machine, which the store notifies until the command ends', {
      schema: z.url({ protocol: /^https$/, error: 'Give an address that begins with https://.' }).optional(),
    }),
    port: portOption('Port on this machine for the notifications (default: a free port)'),
    path: option('--path <path>', 'Path for the notifications, which nobody else knows; left out: a random one', {
      schema: z
        .string()
        .regex(/^\/[\w./-]{1,200}$/, 'Give a path that begins with /, such as /hooks/9f2c.')
        .optional(),
    }),
    poll: option('--poll <seconds>', 'Read the orders that are not marked as integrated so often; left out: 60', {
      schema: countFromOne(86_400, 'Give a number of seconds from 1 to 86400.').default(60),
    }),
    limit: option('--limit <count>', 'End after so many orders', {
      schema: countFromOne(1_000_000_000, 'Give a whole number from 1 to 1000000000.').optional(),
    }),
  }),
  examples: [
    ['planogram listen', 'new orders of the default store, while you develop'],
    ['planogram listen --mark --exec ./to-erp.sh', 'give each order to a program, also those that came while it did not run'],
    ['planogram listen --subscribe https://erp.example --port 8080', 'behind a proxy that forwards to port 8080'],
  ],
  notes: [
    'A notification of the store is not signed. It is taken as a hint only: the order is read from the store, with its lines, taxes and discounts.',
    'Orders whose notification was lost are found by reading the orders that are not marked as integrated. With --mark each order is given at least once: after a crash the last one comes again.',
    'Ctrl-C ends the command after the current order.',
  ],
  exitCodes: {
    done: 'Ctrl-C, or --limit orders were printed',
    error: 'the store refuses the key, the port is taken, or the subscription failed',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the config has errors',
    terminated: 'stopped after the current order',
  },
})

export type ListenOptions = OptionsOf<typeof listenUsage>
