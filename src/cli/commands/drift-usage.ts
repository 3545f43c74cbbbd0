import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, limited } from '../option.ts'

const withWrite = { needs: { option: 'write', value: true } } as const

export const driftUsage = defineUsage({
  name: 'drift',
  group: 'Check, plan and apply',
  description: 'Print what was changed in the store since the last apply; --write takes it over into the YAML',
  options: z.object({
    write: flag('-w, --write', 'Change the YAML to what the store has now, comments kept'),
    dryRun: limited(
      flag('-n, --dry-run', 'With --write: write nothing; list the files that would change (--verbose prints a diff)'),
      withWrite,
    ),
    force: limited(flag('--force', 'With --write: overwrite files that have uncommitted changes'), withWrite),
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json', 'markdown']),
  }),
  examples: [
    ['planogram drift', 'what somebody changed in the default store'],
    ['planogram drift --store production --format json', 'for scripts, of another store'],
    ['planogram drift --write --dry-run --verbose', 'print the edits of the YAML, as a diff'],
    ['planogram drift --write', 'edit the YAML; `planogram plan` then has no change for it'],
  ],
  notes: [
    'Compares the store with what was last applied or pulled, whatever the catalogue has now. Only what was applied is compared.',
    'A value that the catalogue changed since the last apply too is not taken over, and listed.',
  ],
  exitCodes: {
    done: 'there is no drift, or all of it was taken over',
    error: 'it is not known what was applied, the store cannot be read, or a file has uncommitted changes',
    changes: 'there is drift, or a part of it was not taken over',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the catalogue is invalid, before or after --write',
  },
})

export type DriftOptions = OptionsOf<typeof driftUsage>
