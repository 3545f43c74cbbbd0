import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, option } from '../option.ts'

export const validateUsage = defineUsage({
  name: 'validate',
  group: 'Check, plan and apply',
  description: 'Check the catalogue offline',
  options: z.object({
    paths: option('[paths...]', 'Show and count only the problems of these documents, texts, pictures or folders', {
      schema: z.array(z.string()).default([]),
    }),
    all: flag('-a, --all', 'Print every problem in full (default: 50, and counts of the others)'),
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json', 'github', 'sarif']),
  }),
  examples: [
    ['planogram validate', 'the whole catalogue, for every store'],
    ['planogram validate --store production', 'for one store, with its overlay'],
    ['planogram validate products/tees.yaml images', 'the problems of this document and of the pictures in this folder'],
    ['git diff --name-only --diff-filter=d main | xargs planogram validate', 'the problems of the files that this branch changes'],
    ['planogram validate --format sarif > problems.sarif', 'for code scanning'],
  ],
  notes: [
    'The whole catalogue is read in any case, because one document can break another. A problem belongs to a path when its place or its other place ("first defined here") is there, when it is about that text or picture, or when it misses something that this document would define, such as a group that was renamed. The last line counts all other problems; they do not change the exit code.',
  ],
  exitCodes: {
    done: 'there are no errors; warnings do not count',
    error: 'there is no config, or a file cannot be read',
    usage: 'a path does not exist or is not in the catalogue',
    invalid: 'there are errors',
  },
})

export type ValidateOptions = OptionsOf<typeof validateUsage>
