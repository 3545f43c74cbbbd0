import { z } from 'zod'
import { type Override, parseOverride } from '../../plan/guards/override.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import { guardNames, isGuardName } from '../../records/guard-limits.ts'
import { option } from '../option.ts'

/** What is wrong with the value of `--override`. */
function overrideHelp(typed: string): string {
  const [name = ''] = typed.split('=')
  if (isGuardName(name)) return `Give the plan hash: \`${name}=\` and at least 8 of its 64 digits from 0 to 9 and a to f.`
  const near = nearestWord(name, guardNames)
  return `${near === undefined ? '' : `Did you mean \`${near}\`? `}Give a guard and a plan hash, \`max_removals=1a2b3c4d\`. Guards are ${guardNames.join(', ')}.`
}

/** `--override <guard=hash>`, of the commands that apply a plan. */
export const overrideOption = option(
  '--override <guard=hash>',
  'Allow exactly this plan although the guard stops it (repeatable); 8 digits of the hash are enough',
  {
    schema: z
      .array(
        z.string().transform((typed, context): Override => {
          const override = parseOverride(typed)
          if (override) return override
          context.issues.push({ code: 'custom', message: overrideHelp(typed), input: typed })
          return z.NEVER
        }),
      )
      .optional(),
    repeats: true,
  },
)
