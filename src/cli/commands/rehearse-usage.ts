import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { flag, globs, option, text } from '../option.ts'
import { baseHelp, changedHelp, excludeHelp, targetHelp } from './plan-usage.ts'

/** The options of a command that applies a plan to a copy of the store. */
export const rehearsalOptions = {
  plan: option('[plan]', 'Saved plan (default: a new plan of the catalogue)', { schema: z.string().optional() }),
  base: text('--base <ref>', baseHelp),
  target: globs('--target <glob>', targetHelp),
  exclude: globs('--exclude <glob>', excludeHelp),
  changed: text('--changed <ref>', changedHelp),
  barrier: flag('--barrier', 'Show nothing to shoppers before everything was checked; a saved plan keeps what it was made with'),
}

/** What the exit codes of such a command mean. */
export const rehearsalExitCodes = {
  error: 'there is no config, the plan file is broken, or the store cannot be read',
  guarded: 'a guard would stop the apply',
  stale: 'the plan is stale: the catalogue or the store has changed since it was made',
  partial: 'the plan was applied in part, the copy does not match the catalogue, or a price test fails',
  usage: 'an option is wrong, or the config has no such store',
  invalid: 'the catalogue is invalid',
  terminated: 'stopped by SIGTERM',
} as const

export const rehearseUsage = defineUsage({
  name: 'rehearse',
  group: 'Check, plan and apply',
  description: 'Apply a plan to a copy of the store, and print what an apply would do',
  options: z.object(rehearsalOptions),
  examples: [
    ['planogram rehearse', 'plan, and apply that to a copy of the default store'],
    ['planogram rehearse plan.json', 'exactly the saved plan'],
    ['planogram rehearse --store production', 'another store of the config'],
  ],
  notes: [
    'The store is only read: its records and pictures are copied into an embedded store, and the state into a temporary folder. The copy calls no webhooks.',
    'A guard that would stop the apply does not stop the rehearsal; it is named at the end.',
    'Next: planogram apply. To look at the shop: planogram preview.',
  ],
  exitCodes: {
    done: 'an apply would reach its goal, as far as a copy can tell',
    ...rehearsalExitCodes,
    interrupted: 'stopped by Ctrl-C',
  },
})

export type RehearseOptions = OptionsOf<typeof rehearseUsage>
