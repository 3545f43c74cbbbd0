import { z } from 'zod'
import { commentBytes, leastBytes } from '../../report/markdown/byte-limits.ts'
import type { PlanTextSize } from '../../report/plan-text.ts'
import { flag, option } from '../option.ts'

const words = ['cause', 'record'] as const

/** How the text of a plan lists its changes. */
export const viewOptions = {
  by: option('--by <way>', 'List changes by what causes them, or by record; default: by record where that fits on a screen', {
    schema: z.enum(words, { error: 'Allowed choices are cause, record.' }).optional(),
    choices: words,
  }),
  full: flag('--full', 'By cause: every finding, and the records of every cause'),
}

/** `--max-bytes`: the size of Markdown. */
export const maxBytesOption = option('--max-bytes <count>', `Most bytes of Markdown (default: ${commentBytes}, what a comment takes)`, {
  schema: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: 'Give a whole number of bytes.' })
    .transform(Number)
    .refine((count) => count >= leastBytes, { error: `Give at least ${leastBytes} bytes.` })
    .default(commentBytes),
})

/** What these options ask of `planText`. */
export function viewOf({
  by,
  full,
}: {
  readonly by?: 'cause' | 'record' | undefined
  readonly full: boolean
}): Pick<PlanTextSize, 'by' | 'full'> {
  return { by, ...(full && { full }) }
}
