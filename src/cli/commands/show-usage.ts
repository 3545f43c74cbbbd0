import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, option } from '../option.ts'
import { chartOption, planFormats } from '../plan-formats.ts'
import { maxBytesOption, textOptions } from './view-options.ts'

export const showUsage = defineUsage({
  name: 'show',
  group: 'Check, plan and apply',
  description: 'Print a saved plan',
  options: z.object({
    plan: option('<plan>', 'File that `planogram plan --out` wrote', { schema: z.string() }),
    ...textOptions,
    format: choice('-f, --format <format>', 'Format of the result', planFormats),
    maxBytes: maxBytesOption,
    chart: chartOption(),
  }),
  examples: [
    ['planogram show plan.json', 'what the plan would change'],
    ['planogram show plan.json --full', 'the same with the records of every cause'],
    ['planogram show plan.json --format markdown > comment.md', 'for a comment in a pull request'],
    ['planogram show plan.json --format markdown --max-bytes 1000000', 'for the summary of a job'],
    ['planogram show plan.json --format html > plan.html', 'a page to review it in a browser, without a network'],
    ['planogram show plan.json --format svg --chart prices > prices.svg', 'a picture for a pull request'],
    ['planogram show plan.json --format json | jq .plan_hash', 'its hash, for `planogram apply --plan-hash`'],
  ],
  notes: ['Needs neither a store nor a catalogue; a page shows thumbnails of the pictures of the catalogue in this folder (--chdir).'],
  exitCodes: {
    done: 'the plan is printed',
    error: 'the file cannot be read, or is not a plan file',
    usage: 'an option is wrong',
  },
})

export type ShowOptions = OptionsOf<typeof showUsage>
