import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, globs, option, text } from '../option.ts'
import { overrideOption } from './override-option.ts'
import { baseHelp, changedHelp, excludeHelp, targetHelp } from './plan-usage.ts'
import { viewOptions } from './view-options.ts'

const stopped = 'stopped after the requests in flight; `apply --resume` continues'

export const applyUsage = defineUsage({
  name: 'apply',
  group: 'Check, plan and apply',
  description: 'Make the store match the catalogue: plan, review, apply, verify',
  options: z.object({
    plan: option('[plan]', 'Saved plan; refused (exit 4) where the catalogue means something else since', {
      schema: z.string().optional(),
    }),
    autoApprove: flag('-y, --auto-approve', 'Apply without asking (CI)'),
    resume: flag('--resume', 'Go on with the last run, which was interrupted or failed in part; its plan is in the state and was approved'),
    base: text('--base <ref>', baseHelp),
    target: globs('--target <glob>', targetHelp),
    exclude: globs('--exclude <glob>', excludeHelp),
    changed: text('--changed <ref>', changedHelp),
    strict: flag(
      '--strict',
      'Read every record and file before the first write; where one has changed since the plan, list them and write nothing (exit 4)',
    ),
    barrier: flag('--barrier', 'Show nothing to shoppers before everything was checked; a saved plan keeps what it was made with'),
    override: overrideOption,
    ...viewOptions,
    format: choice('-f, --format <format>', 'Format of stdout; jsonl: a line of JSON for each event, the last one always `result`', [
      'text',
      'jsonl',
    ]),
    report: text('--report <file>', 'Save the result to this file too, as Markdown for a comment'),
    planHash: option(
      '--plan-hash <hash>',
      'Hash of the approved plan; any other plan is refused (exit 4). Required for a protected store without a terminal',
      {
        schema: z
          .string()
          .regex(/^[0-9a-f]{64}$/, { error: 'Give the `plan_hash` of the plan file: 64 digits from 0 to 9 and a to f.' })
          .optional(),
      },
    ),
  }),
  examples: [
    ['planogram apply', 'plan, review in the terminal, apply'],
    ['planogram apply plan.json', 'exactly the saved plan'],
    ['planogram apply plan.json --auto-approve', 'in CI, when the plan was reviewed'],
    ['planogram apply --override max_removals=1a2b3c4d', 'although this guard stops plan 1a2b3c4d'],
    ['planogram apply plan.json --auto-approve --report result.md', 'in CI, with the result for a comment'],
    ['planogram apply plan.json --auto-approve --format jsonl | tail -n 1', 'the exit code and the error, for a program'],
    ['planogram apply --resume', 'after a crash, a lost connection or Ctrl-C'],
    ['planogram apply plan.json --auto-approve --plan-hash <hash>', 'the same for a protected store'],
  ],
  notes: [
    'Each record is read again before the first write to it. One that has changed since the plan is refused; the others go on.',
    'A saved plan can be applied on any machine whose catalogue means the same; comments, layout and names of documents may differ.',
    'A second apply of the same plan writes nothing. After any crash both `apply --resume` and a new plan are safe.',
  ],
  exitCodes: {
    done: 'the store matches the catalogue',
    error:
      'there is no config, the plan file is broken, the store cannot be read, or the state cannot be written, such as on a full disk; apply again',
    guarded: 'a guard stopped it; nothing was written',
    stale: 'the plan is stale: the catalogue means something else, or the store has changed wherever it would write; nothing was written',
    declined: 'declined, or no interactive terminal; nothing was written',
    held: 'another apply holds the lease of the store; nothing was written',
    partial: 'applied in part, the store does not match the catalogue, or a price test fails; plan and apply again',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the catalogue is invalid',
    interrupted: stopped,
    terminated: stopped,
  },
})

export type ApplyOptions = OptionsOf<typeof applyUsage>
