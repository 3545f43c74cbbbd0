import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { flag, limited, option, text } from '../option.ts'
import { overrideOption } from './override-option.ts'

const stopped = 'stopped after the requests in flight; `apply --resume` continues'

export const undoUsage = defineUsage({
  name: 'undo',
  group: 'Check, plan and apply',
  description: 'Restore what a run overwrote: plan, review, apply, verify',
  options: z.object({
    run: option('<run>', 'Id of the run; its first characters are enough', { schema: z.string() }),
    out: limited(text('-o, --out <file>', 'Save the plan to this file and write nothing; `apply <file>` carries it out'), {
      excludes: ['autoApprove', 'strict', 'override'],
    }),
    autoApprove: flag('-y, --auto-approve', 'Undo without asking'),
    strict: flag(
      '--strict',
      'Read every record and file before the first write; where one has changed since the plan, write nothing (exit 4)',
    ),
    override: overrideOption,
  }),
  examples: [
    ['planogram runs', 'find the run'],
    ['planogram undo 20261120-0705', 'plan, review in the terminal, restore'],
    ['planogram undo 20261120-0705 --out undo.json', 'save the plan for `planogram apply undo.json`'],
  ],
  notes: [
    'Only what the store still has as the run wrote it is restored. What somebody has changed since is named and stays.',
    'Records that the run created are hidden and stay: the platform documents no way to delete them. An undo is a run, and can be undone.',
    'Next: restore the catalogue in git too, or the next apply makes the same changes again.',
  ],
  exitCodes: {
    done: 'the run is undone, there is nothing to undo, or the plan is saved',
    error: 'there is no config, or the store or the plan of the run cannot be read',
    guarded: 'a guard stopped it; nothing was written',
    stale: 'the store has changed wherever it would write; nothing was written',
    declined: 'declined, or no interactive terminal; nothing was written',
    held: 'another apply holds the lease of the store; nothing was written',
    partial: 'undone in part; undo the same run again',
    usage: 'there is no such run of this store, or an option is wrong',
    invalid: 'the config has errors',
    interrupted: stopped,
    terminated: stopped,
  },
})

export type UndoOptions = OptionsOf<typeof undoUsage>
