import type { ChangedSince, Selection } from '../plan/selection.ts'
import { countOf } from '../source/counts.ts'
import { line, type Line, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'

/** The most records that are named without `--verbose`. */
const mostNamed = 5

/**
 * What a plan is limited to, how many records of the catalogue were not read, and what it has besides because that needs it; empty for a plan
 * of the whole catalogue.
 */
export function selectionLines(
  selection: Selection | null,
  { width, verbose, unread }: { readonly width: number; readonly verbose: boolean; readonly unread: number },
): Line[] {
  if (!selection || selection.changed?.addresses.length === 0) return []
  const { skipped = [], changed, also } = selection
  const limit = limitText(selection)
  const shown = verbose ? also : also.slice(0, mostNamed)
  return [
    ...(limit === '' ? [] : wrapLine([span('limited to ', 'name'), span(sanitizeLine(limit))], width, '  ')),
    ...(changed ? wrapLine(line(`${countOf(unread, 'other record')} of the catalogue: not read`, 'faint'), width, '  ') : []),
    ...(skipped.length > 0 ? [line(`${countOf(skipped.length, 'record')} skipped in the review`, 'name')] : []),
    ...shown.flatMap(({ address, neededBy }) =>
      wrapLine(line(sanitizeLine(`also ${address}, because ${neededBy} needs it`), 'faint'), width, '  '),
    ),
    ...(also.length > shown.length ? [line(`and ${String(also.length - shown.length)} more (--verbose shows all)`, 'faint')] : []),
  ]
}

function changedText({ ref, commit, addresses }: ChangedSince): string {
  return `what differs since ${ref} (${commit.slice(0, 12)}): ${countOf(addresses.length, 'record or file', 'records and files')}`
}

/** What a plan is limited to in words; empty where it is only that records were skipped. */
function limitText({ targets, excludes, changed }: Selection): string {
  if (targets.length === 0 && excludes.length === 0 && changed === undefined) return ''
  const all = changed ? changedText(changed) : 'everything'
  const only = targets.length === 0 ? all : [targets.join(', '), ...(changed ? [`of ${all}`] : [])].join(' ')
  return `${only}${excludes.length === 0 ? '' : ` without ${excludes.join(', ')}`}`
}
