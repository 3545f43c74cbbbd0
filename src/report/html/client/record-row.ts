import type { PageRecord } from '../data/page-data.ts'
import { farthestMove, largeMove } from '../find/price-moves.ts'
import { signs } from './detail-view.ts'
import { make } from './dom.ts'

/** Pixels; the same as in the style of a row. */
export const rowHeight = 52

/** The content of a row in the list of records: sign, names, what changes, and a mark where it should be looked at first. */
export function recordRow(record: PageRecord | undefined): readonly (Node | string)[] {
  if (record === undefined) return []
  const { action, kind, key, title, summary, changes } = record
  return [
    make('b', { class: `sign ${action}` }, signs[action]),
    make('span', { class: 'names' }, make('span', { class: 'key' }, key), title === key ? '' : ` ${title}`),
    make('span', { class: 'words' }, `${kind}${summary === '' ? '' : ` \u00B7 ${summary}`}`),
    hasFinding(record)
      ? make('span', { class: 'alert', title: 'look at this first' }, '!')
      : farthestMove(changes) > largeMove
        ? make('span', { class: 'alert', title: 'a large price move' }, '\u0394')
        : '',
  ]
}

/** True for a record with a finding. */
export function hasFinding({ changes }: PageRecord): boolean {
  return changes.some(({ findings = [] }) => findings.length > 0)
}
