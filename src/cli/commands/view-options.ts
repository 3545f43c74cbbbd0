import { z } from 'zod'
import { commentBytes, leastBytes } from '../../report/markdown/byte-limits.ts'
import type { PlanListing } from '../../report/plan-text.ts'
import { flag, limited, option, optionalChoice } from '../option.ts'

interface ListingOptions {
  readonly by: ReturnType<typeof optionalChoice<'cause' | 'record'>>
  readonly full: ReturnType<typeof flag>
}

/** How the log of an apply lists the changes of its plan. */
export const viewOptions: ListingOptions = listingOptions()

const inText = { needs: { option: 'format', value: 'text' } } as const
const { by, full } = listingOptions()

/** How the text of a plan lists its changes; the other formats have a form of their own. */
export const textOptions: ListingOptions = { by: limited(by, inText), full: limited(full, inText) }

function listingOptions(): ListingOptions {
  return {
    by: optionalChoice('--by <way>', 'List changes by what causes them, or by record; default: by record where that fits on a screen', [
      'cause',
      'record',
    ]),
    full: flag('--full', 'By cause: every finding, and the records of every cause'),
  }
}

/** `--max-bytes`: the size of Markdown. */
export const maxBytesOption = option(
  '--max-bytes <count>',
  `Most bytes of Markdown, from ${leastBytes} (default: ${commentBytes}, what a comment takes)`,
  {
    schema: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, { error: 'Give a whole number of bytes.' })
      .transform(Number)
      .refine((count) => count >= leastBytes, { error: `Give at least ${leastBytes} bytes.` })
      .default(commentBytes),
    needs: { option: 'format', value: 'markdown' },
  },
)

/** The values of these options for `planText`. */
export function viewOf({ by, full }: { readonly by?: 'cause' | 'record' | undefined; readonly full: boolean }): PlanListing {
  return { by, ...(full && { full }) }
}
