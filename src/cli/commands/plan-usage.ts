import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, globs, limited, text } from '../option.ts'
import { chartOption, planFormats } from '../plan-formats.ts'
import { maxBytesOption, textOptions } from './view-options.ts'

/** The help of `--base`. */
export const baseHelp = 'Commit whose catalogue was applied last, such as refs/planogram/production; default: what the state has'

/** The help of `--target` and `--exclude`. */
export const targetHelp = 'Only records and files whose address matches, and what they need (repeatable): product.TEE, "product.TEE-*"'
export const excludeHelp = 'Nothing whose address matches (repeatable); what is left out is neither changed nor removed'

/** The help of `--changed`. */
export const changedHelp = 'Read and plan only what differs between this commit and the work tree, such as main'

export const planUsage = defineUsage({
  name: 'plan',
  group: 'Check, plan and apply',
  description: 'Compare the catalogue with the store and print what would change',
  options: z.object({
    out: text('-o, --out <file>', 'Save the plan to this file, to apply exactly what was reviewed'),
    barrier: flag('--barrier', 'Order the steps so that nothing is shown to shoppers before everything was checked'),
    base: text('--base <ref>', baseHelp),
    target: globs('--target <glob>', targetHelp),
    exclude: globs('--exclude <glob>', excludeHelp),
    changed: text('--changed <ref>', changedHelp),
    detailedExitcode: flag('--detailed-exitcode', 'Exit 2 when there are changes'),
    ...textOptions,
    format: choice('-f, --format <format>', 'Format of the result', planFormats),
    maxBytes: maxBytesOption,
    chart: chartOption(),
    fresh: flag('--fresh', 'Read and compare everything, whatever earlier runs have remembered'),
    livePictures: limited(flag('--live-pictures', 'With --format html: download the pictures that are replaced, to show them too'), {
      needs: { option: 'format', value: 'html' },
    }),
  }),
  examples: [
    ['planogram plan', 'what would change in the default store'],
    ['planogram plan --verbose', 'every price and field of every change'],
    ['planogram plan --by record', 'a list of all records, however many change'],
    ['planogram plan --store production', 'what would change in another store'],
    ['planogram plan --out plan.json', 'save it for `planogram apply plan.json`'],
    ['planogram plan --format html > plan.html', 'a page to review it in a browser, without a network'],
    ['planogram plan --base refs/planogram/production', 'in CI, without a state: tells removed records and drift'],
    ['planogram plan --target product.TEE-CLASSIC', 'only this product, and what it needs'],
    ["planogram plan --exclude 'category.*'", 'everything but the categories'],
    ['planogram plan --changed main', 'only what this branch changes; the rest of the store is not read'],
    ['planogram plan --fresh', 'the whole comparison, without what earlier runs remembered'],
    ['planogram plan --detailed-exitcode', 'for scripts: exit 2 when there are changes'],
  ],
  notes: ['Nothing is written to the store.', 'Next: planogram apply.'],
  exitCodes: {
    done: 'the plan is made',
    error: 'there is no config, or the store cannot be read',
    changes: 'there are changes (--detailed-exitcode)',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the catalogue is invalid',
  },
})

export type PlanOptions = OptionsOf<typeof planUsage>
