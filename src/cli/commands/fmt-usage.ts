import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { flag, option } from '../option.ts'

export const fmtUsage = defineUsage({
  name: 'fmt',
  group: 'Write a catalogue',
  description: 'Reformat documents into the canonical form; comments and values stay',
  options: z.object({
    paths: option('[paths...]', 'Documents or folders of them; - for standard input (default: the whole catalogue with its overlays)', {
      schema: z.array(z.string()).default([]),
    }),
    check: flag('--check', 'Write nothing; list the files that are not in canonical form and exit 2 (--verbose prints a diff)'),
  }),
  examples: [
    ['planogram fmt', 'the whole catalogue'],
    ['planogram fmt products/tees.yaml', 'one document; a folder works too'],
    ['planogram fmt --check --verbose', 'in CI: print what would change'],
    ['planogram fmt - < products/tees.yaml', 'standard input to standard output, for editors'],
  ],
  notes: [],
  exitCodes: {
    done: 'every document is in canonical form',
    error: 'there is no config, or a file cannot be read or written',
    changes: 'a document is not in canonical form (--check)',
    usage: 'a path is not a document of the catalogue',
    invalid: 'a document is broken and was not changed',
  },
})

export type FmtOptions = OptionsOf<typeof fmtUsage>
