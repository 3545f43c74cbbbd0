import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, limited, option } from '../option.ts'

export const stateUsage = defineUsage({
  name: 'state',
  group: 'Inspect',
  description: 'Check, copy and shrink the state of this machine, or end a lease that nobody needs any more',
  options: z.object({
    action: choice('[action]', 'What to do', ['check', 'backup', 'prune', 'unlock']),
    file: option('[file]', 'New file for backup', { schema: z.string().optional() }),
    yes: limited(flag('-y, --yes', 'Unlock without asking'), { needs: { option: 'action', value: 'unlock' } }),
    format: limited(choice('-f, --format <format>', 'Format of the result of check', ['text', 'json']), {
      needs: { option: 'action', value: 'check' },
    }),
  }),
  examples: [
    ['planogram state', 'integrity, version, sizes, open runs, leases'],
    ['planogram state backup ../state-backup.db', 'a consistent copy, also while an apply runs'],
    ['planogram state prune', 'delete the runs that `retention` does not keep'],
    ['planogram state unlock --store production', 'end the lease of an apply that died elsewhere'],
  ],
  notes: [
    'Every apply prunes too: it keeps the last 100 runs of each store and those of 90 days, unless `retention` in planogram.yaml sets more or less.',
    'A lease ends by itself after three minutes. Unlock only where its process has ended: an apply that still runs stops at its next request.',
  ],
  exitCodes: {
    done: 'done; the state has no damage',
    error: 'there is no config, the state is damaged, there is none to copy, or a file cannot be written',
    declined: 'declined, or no interactive terminal and no --yes',
    usage: 'an option is wrong',
    invalid: 'the config has errors',
  },
})

export type StateOptions = OptionsOf<typeof stateUsage>
