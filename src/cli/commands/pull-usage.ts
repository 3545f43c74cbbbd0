import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, limited } from '../option.ts'

const stopped = 'stopped; no document was changed'

export const pullUsage = defineUsage({
  name: 'pull',
  group: 'Stores',
  description: 'Write the records of the store to YAML; the store is only read',
  options: z.object({
    layout: choice('-l, --layout <layout>', 'Files of new products: one per category, one per product, or one for all', [
      'category',
      'product',
      'flat',
    ]),
    images: flag('-i, --images', 'Download pictures to images/ (default: use only those that are there)'),
    dryRun: limited(flag('-n, --dry-run', 'Write nothing; list the files that would change (--verbose prints a diff)'), {
      excludes: ['images'],
    }),
    force: flag('--force', 'Overwrite files that have uncommitted changes'),
  }),
  examples: [
    ['planogram pull --images', 'write a store to YAML, with its pictures'],
    ['planogram pull --dry-run --verbose', 'print what changed in the store, as a diff'],
    ['planogram pull --store production', 'pull another store'],
    ['planogram pull --layout flat', 'write new products to one file'],
  ],
  notes: [
    'Values are changed in place, comments stay, and nothing is deleted. A file that has uncommitted changes is not overwritten without --force.',
    'Next: git diff. `planogram plan` then finds no changes.',
  ],
  exitCodes: {
    done: 'the catalogue matches the store',
    error: 'there is no config, the store cannot be read or has no files for --images, or a file has uncommitted changes',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the catalogue is invalid, before or after the pull',
    interrupted: stopped,
    terminated: stopped,
  },
})

export type PullOptions = OptionsOf<typeof pullUsage>
