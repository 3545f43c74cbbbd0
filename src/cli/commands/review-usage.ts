import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { option } from '../option.ts'

export const reviewUsage = defineUsage({
  name: 'review',
  group: 'Check, plan and apply',
  description: 'Review a saved plan in the terminal, and decide what of it is applied',
  options: z.object({
    plan: option('<plan>', 'File that `planogram plan --out` wrote', { schema: z.string() }),
  }),
  examples: [
    ['planogram review plan.json', 'look at a plan: causes, risks, prices as customers pay them'],
    ['planogram apply plan.json', 'apply it without what was skipped'],
  ],
  notes: [
    'Everything is approved at first. Space skips a record, with what needs it; the decisions are saved in <plan>.decisions.json.',
    'Enter on a file shows its picture, where the terminal has all colours and sharp is installed.',
    'Needs a terminal, and neither a store nor a catalogue. `planogram show <plan>` prints the plan.',
  ],
  exitCodes: {
    done: 'the review was closed',
    error: 'the file cannot be read, or is not a plan file',
    declined: 'there is no terminal to show it in',
    usage: 'an option is wrong',
    interrupted: 'Ctrl-C',
  },
})

export type ReviewOptions = OptionsOf<typeof reviewUsage>
