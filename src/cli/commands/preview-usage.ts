import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { flag } from '../option.ts'
import { portOption } from './emulator-usage.ts'
import { rehearsalExitCodes, rehearsalOptions } from './rehearse-usage.ts'

export const previewUsage = defineUsage({
  name: 'preview',
  group: 'Check, plan and apply',
  description: 'Apply a plan to a copy of the store, and show the shop until Ctrl-C',
  options: z.object({
    ...rehearsalOptions,
    port: portOption('Port of the shop on 127.0.0.1 (default: a free port)'),
    open: flag('--open', 'Open the shop in the browser; BROWSER names another program than that of the system'),
  }),
  examples: [
    ['planogram preview --open', 'the shop as it would be after an apply'],
    ['planogram preview plan.json --port 8080', 'after exactly the saved plan, on a fixed port'],
  ],
  notes: [
    'The shop is the embedded one, not the design of your store: products, prices for each group, categories and pictures are those that customers would see.',
    'The store is only read. Every picture that a record names is copied, which takes long where there are many.',
    'Next: planogram apply.',
  ],
  exitCodes: {
    done: 'stopped by Ctrl-C after a rehearsal that reached its goal',
    ...rehearsalExitCodes,
    interrupted: 'stopped by Ctrl-C before the shop was shown',
  },
})

export type PreviewOptions = OptionsOf<typeof previewUsage>
