import type { Selection } from '../plan/selection.ts'
import { countOf } from './amounts.ts'
import { line, type Line, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'

/** The most records that are named without `--verbose`. */
const mostNamed = 5

/** What a plan is limited to, and what it has besides because that needs it; empty for a plan of the whole catalogue. */
export function selectionLines(
  selection: Selection | null,
  { width, verbose }: { readonly width: number; readonly verbose: boolean },
): Line[] {
  if (!selection) return []
  const { targets, excludes, skipped = [], also } = selection
  const isLimited = targets.length > 0 || excludes.length > 0
  const only = targets.length === 0 ? 'everything' : targets.join(', ')
  const without = excludes.length === 0 ? '' : ` without ${excludes.join(', ')}`
  const shown = verbose ? also : also.slice(0, mostNamed)
  return [
    ...(isLimited ? wrapLine([span('limited to ', 'name'), span(sanitizeLine(`${only}${without}`))], width, '  ') : []),
    ...(skipped.length > 0 ? [line(`${countOf(skipped.length, 'record')} skipped in the review`, 'name')] : []),
    ...shown.flatMap(({ address, neededBy }) =>
      wrapLine(line(sanitizeLine(`also ${address}, because ${neededBy} needs it`), 'faint'), width, '  '),
    ),
    ...(also.length > shown.length ? [line(`and ${String(also.length - shown.length)} more (--verbose shows all)`, 'faint')] : []),
  ]
}
