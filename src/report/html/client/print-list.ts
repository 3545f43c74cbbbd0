import { countOf } from '../../../source/counts.ts'
import type { PageRecord } from '../data/page-data.ts'
import { signs } from './detail-view.ts'
import { byId, make } from './dom.ts'

/** Records on paper: about 30 pages. */
const mostPrinted = 1500

/** Writes the records that are listed into the page before it is printed, since the list itself has only the rows in view. */
export function startPrintList(listed: () => readonly PageRecord[]): void {
  const place = byId('print')
  addEventListener('beforeprint', () => {
    const records = listed()
    const rows = records.slice(0, mostPrinted).map(printRow)
    const rest = records.length - rows.length
    const more = rest > 0 ? make('p', {}, `and ${countOf(rest, 'more record')}`) : ''
    place.replaceChildren(
      make('h2', {}, `Changes: ${countOf(records.length, 'record')}`),
      make('table', {}, make('tbody', {}, ...rows)),
      more,
    )
  })
  addEventListener('afterprint', () => place.replaceChildren())
}

function printRow({ action, kind, key, title, summary, place }: PageRecord): HTMLElement {
  const name = title === '' || title === key ? key : `${key} ${title}`
  return make('tr', {}, make('td', {}, signs[action]), make('td', {}, `${kind} ${name}`), make('td', {}, summary), make('td', {}, place))
}
