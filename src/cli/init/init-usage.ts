import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { addressFault, nameFault, packageFault, siteFault } from './check-answers.ts'
import { flag, option } from '../option.ts'

export const initUsage = defineUsage({
  name: 'init',
  group: 'Write a catalogue',
  description: 'Create a catalogue: config, example documents, editor schemas, CI workflow',
  options: z.object({
    folder: option('[folder]', 'Folder to create it in (default: the folder of --chdir)', { schema: z.string().optional() }),
    storeUrl: option('--store-url <url>', 'Address of your store (default: the embedded store only)', {
      schema: answer(addressFault).optional(),
    }),
    filesUrl: option('--files-url <url>', 'Address of its Files API, for pictures', { schema: answer(addressFault).optional() }),
    site: option('--site <name>', 'Name of your site in the Files API', { schema: answer(siteFault).optional() }),
    name: option('--name <name>', 'Name of the store in the config (default: production)', { schema: answer(nameFault).optional() }),
    example: option('--example', 'Write example products (default without --store-url)', {
      schema: z.boolean().optional(),
      negative: 'Write no example products',
    }),
    workflow: option('--no-workflow', 'Write no GitHub Actions workflow', { schema: z.boolean().default(true) }),
    package: option('--package <spec>', 'What the workflow installs: a path in the repository, a git URL with a commit, or name@version', {
      schema: answer(packageFault).optional(),
      excludes: ['workflow'],
    }),
    vscode: flag('--vscode', 'Write .vscode/settings.json too'),
    yes: flag('-y, --yes', 'Ask nothing; use the defaults'),
  }),
  examples: [
    ['planogram init shop', 'ask a few questions, then create a catalogue in shop'],
    ['planogram init shop --yes', 'the embedded store and example products, without questions'],
    ['planogram init shop --store-url https://shop.example', 'for an existing store; `planogram pull` then writes its records to YAML'],
    ['planogram init shop --package ./tools/planogram.tgz', 'with a workflow that installs this file of the repository'],
  ],
  notes: [
    'Existing files stay unchanged; a .gitignore gets the lines that it lacks. In a folder of a repository the workflow is named after the folder, and written at the root of the repository, where GitHub reads it. docs/ci.md describes it.',
    'In a folder with a config the workflow plans and applies each store of it.',
    'Next: planogram validate, then planogram plan.',
  ],
  exitCodes: {
    done: 'the files are written; existing ones are unchanged',
    error: 'a file cannot be written',
    declined: 'the input ended before every question was answered; nothing was written',
    usage: 'an option is wrong, the folder is inside another catalogue, or the workflow cannot have the name of a store',
    invalid: 'the config has errors',
    interrupted: 'stopped at a question; nothing was written',
  },
})

export type InitOptions = OptionsOf<typeof initUsage>

/** A text that has no fault; the fault is what to give instead. */
function answer(faultOf: (text: string) => string | null): z.ZodString {
  return z.string().superRefine((value, context) => {
    const fault = faultOf(value)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
}
