import { countOf } from '../../amounts.ts'
import { histogramSvg } from '../chart/histogram-svg.ts'
import type { PageData, PageRecord } from '../data/page-data.ts'
import { farthestMove, ratiosOfAll } from '../find/price-moves.ts'
import { linkTo } from './detail-view.ts'
import { button, byId, chartNode, make } from './dom.ts'
import { gridView } from './grid-view.ts'

const pageSize = 20

/** The price map: a histogram of the moves, and the grids that change, those with the farthest moves first. */
export function drawPricesTab(data: PageData): void {
  const records = data.records
    .filter(({ changes }) => changes.some(({ grids = [] }) => grids.length > 0))
    .map((record) => ({ record, move: farthestMove(record.changes) }))
    .toSorted((a, b) => b.move - a.move)
    .map(({ record }) => record)
  const grids = make('div', { class: 'price-map' })
  const more = button('', addPage)
  let shown = 0

  function addPage(): void {
    grids.append(...records.slice(shown, shown + pageSize).map(gridsOf))
    shown = Math.min(records.length, shown + pageSize)
    more.hidden = shown >= records.length
    more.textContent = `Show more (${countOf(records.length - shown, 'record')} left)`
  }

  const head = make('h2', {}, 'Price map')
  const empty = records.length === 0 ? make('p', { class: 'faint' }, 'No price grid changes.') : null
  const histogram = make('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Histogram of price moves' }, chartNode(histogramSvg(ratiosOfAll(data.records))))
  byId('prices-tab').replaceChildren(head, histogram, ...(empty ? [empty] : []), grids, more)
  addPage()
}

function gridsOf(record: PageRecord): HTMLElement {
  const maps = record.changes.flatMap(({ grids = [], name }) => (grids.length === 0 ? [] : [gridBlock(name, record, grids)]))
  return make('section', { class: 'change' }, make('h3', {}, make('a', { href: linkTo(record.address) }, record.key), record.title === record.key ? '' : ` ${record.title}`), ...maps)
}

function gridBlock(name: string, record: PageRecord, grids: Parameters<typeof gridView>[0]): HTMLElement {
  return make('div', {}, name === '' ? null : make('h4', {}, name), gridView(grids, name === '' ? record.key : name))
}
