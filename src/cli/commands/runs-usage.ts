import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, option } from '../option.ts'

export const runsUsage = defineUsage({
  name: 'runs',
  group: 'Inspect',
  description: 'List past applies; show one with its changes and requests; export one as JSON',
  options: z.object({
    action: choice('[action]', 'What to print', ['list', 'show', 'export']),
    run: option('[run]', 'Id of the run for show and export; its first characters are enough', { schema: z.string().optional() }),
    limit: option('-l, --limit <count>', 'Runs to list, the latest first (default: 20)', {
      schema: z
        .string()
        .regex(/^[1-9]\d{0,6}$/, { error: 'Give a whole number from 1.' })
        .transform(Number)
        .optional(),
    }),
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json']),
  }),
  examples: [
    ['planogram runs', 'the latest runs: outcome, planned changes, overrides'],
    ['planogram runs show 20261120-0705', 'what one did, and why the rest failed'],
    ['planogram runs show 20261120-0705 --verbose', 'every change and every request'],
    ['planogram runs export 20261120-0705 > run.json', 'for other programs: run, plan, operations, requests'],
  ],
  notes: [
    'Lists the runs of all stores in this state, or those of --store. An open run has not ended: its process died or still runs.',
    'In JSON, `store` is the name of the store in the state: that of the config, its addresses (of loopback without a port), and the id of an embedded one.',
    'Next: planogram undo <run>.',
  ],
  exitCodes: {
    done: 'the runs are printed',
    error: 'there is no config, or the state cannot be read',
    usage: 'there is no such run, or an option is wrong',
    invalid: 'the config has errors',
  },
})

export type RunsOptions = OptionsOf<typeof runsUsage>
