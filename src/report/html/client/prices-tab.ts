import { countOf } from '../../../source/counts.ts'
import { histogramSvg } from '../chart/histogram-svg.ts'
import type { PageChange, PageData, PageRecord } from '../data/page-data.ts'
import { gridTabs } from '../find/grid-tabs.ts'
import { farthestMove, movesOfAll } from '../find/price-moves.ts'
import { linkTo } from './detail-view.ts'
import { appendPaged, byId, chartNode, make } from './dom.ts'
import { gridView } from './grid-view.ts'

const pageSize = 20

/** The price map: a histogram of the moves, and the grids that change, those with the farthest moves first. */
export function drawPricesTab(data: PageData): void {
  const records = data.records
    .filter(({ changes }) => changes.some(({ grids = [] }) => grids.length > 0))
    .map((record) => ({ record, move: farthestMove(record.changes.filter(({ grids = [] }) => grids.length > 0)) }))
    .toSorted((a, b) => b.move - a.move)
    .map(({ record }) => record)
  const grids = make('div', { class: 'price-map' })
  const more = appendPaged(grids, { items: records, pageSize, noun: 'record', draw: (record) => gridsOf(record, data) })
  const head = make('h2', {}, 'Price map')
  const empty = records.length === 0 ? make('p', { class: 'faint' }, 'No price grid changes.') : null
  const histogram = make(
    'div',
    { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Histogram of price moves' },
    chartNode(histogramSvg(movesOfAll(data.records))),
  )
  byId('prices-tab').replaceChildren(head, histogram, ...(empty ? [empty] : []), grids, more)
}

function gridsOf(record: PageRecord, data: PageData): HTMLElement {
  const priced = record.changes.filter(({ grids = [] }) => grids.length > 0)
  // The variants of a product often have the same prices.
  const groups = [...Map.groupBy(priced, ({ grids }) => JSON.stringify(grids)).values()]
  const maps = groups.flatMap(([change, ...others]) =>
    change === undefined ? [] : [gridBlock(change, { record, data, others: others.length })],
  )
  return make(
    'section',
    { class: 'change' },
    make('h3', {}, make('a', { href: linkTo(record.address) }, record.key), record.title === record.key ? '' : ` ${record.title}`),
    ...maps,
  )
}

function gridBlock(
  change: PageChange,
  { record, data, others }: { readonly record: PageRecord; readonly data: PageData; readonly others: number },
): HTMLElement {
  const { name } = change
  const title = `${name === '' ? record.key : name}${others === 0 ? '' : ` and ${countOf(others, 'other')} with the same prices`}`
  return make(
    'div',
    {},
    name === '' && others === 0 ? null : make('h4', {}, title),
    gridView(gridTabs(change, data), name === '' ? record.key : name),
  )
}
