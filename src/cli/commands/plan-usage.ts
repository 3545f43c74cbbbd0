import { z } from 'zod'
import type { SelectionRequest } from '../../plan/selection.ts'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, globs, text } from '../option.ts'
import { viewOptions } from './view-options.ts'

/** The help of `--base`. */
export const baseHelp = 'Commit whose catalogue was applied last, such as refs/planogram/production; default: what the state has'

/** The help of `--target` and `--exclude`. */
export const targetHelp = 'Only records and files whose address matches, and what they need (repeatable): product.TEE, "product.TEE-*"'
export const excludeHelp = 'Nothing whose address matches (repeatable); what is left out is neither changed nor removed'

/** What `--target` and `--exclude` limit a plan to; `undefined` where neither is given. */
export function selectionOf({ target, exclude }: Pick<PlanOptions, 'target' | 'exclude'>): SelectionRequest | undefined {
  if (target === undefined && exclude === undefined) return undefined
  return { targets: target ?? [], excludes: exclude ?? [] }
}

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
    detailedExitcode: flag('--detailed-exitcode', 'Exit 2 when there are changes'),
    ...viewOptions,
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json']),
  }),
  examples: [
    ['planogram plan', 'what would change in the default store'],
    ['planogram plan --verbose', 'every price and field of every change'],
    ['planogram plan --by record', 'a list of all records, however many change'],
    ['planogram plan --store production', 'what would change in another store'],
    ['planogram plan --out plan.json', 'save it for `planogram apply plan.json`'],
    ['planogram plan --base refs/planogram/production', 'in CI, without a state: tells removed records and drift'],
    ['planogram plan --target product.TEE', 'only this product, and what it needs'],
    ["planogram plan --exclude 'category.*'", 'everything but the categories'],
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
