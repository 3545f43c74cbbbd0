import { countOf } from '../../amounts.ts'
import type { PageData, PageRecord } from '../data/page-data.ts'
import { type Chosen, type Facet, filterRecords, indexFacets } from '../find/facets.ts'
import { farthestMove } from '../find/price-moves.ts'
import { detailView, linkTo, signs } from './detail-view.ts'
import { byId, fieldById, make } from './dom.ts'
import { startFacetPanel } from './facet-panel.ts'
import { type Order, startOrders } from './order.ts'
import { filterHash, type Route } from './route.ts'
import { startSearchTexts } from './search-texts.ts'
import { startVirtualList } from './virtual-list.ts'

/** Pixels; the same as in the style of a row. */
const rowHeight = 52

/** The list of records with its filters, and the record that is open. */
export interface ChangesTab {
  show(route: Route): void
  /** Opens the next record that is listed, or the next one with a finding; -1: the one before. */
  move(step: 1 | -1, kind: 'any' | 'finding'): void
  movePage(step: 1 | -1): void
  /** The records that are listed, in their order. */
  listed(): readonly PageRecord[]
  closeRecord(): void
}

/** Starts the list and its filters. */
export function startChangesTab(data: PageData): ChangesTab {
  const [search, order] = [fieldById('search', HTMLInputElement), fieldById('order', HTMLSelectElement)]
  const detail = byId('detail')
  const orders = startOrders(data)
  const texts = startSearchTexts(data.records)
  // Made when the tab is first shown: the overview does not need it.
  const prepared = once(() => {
    const index = indexFacets(data)
    return { index, drawFacets: startFacetPanel(byId('facets'), { index, data, onToggle: toggle }) }
  })
  let chosen: Chosen = {}
  let rows: readonly number[] = []
  let open = -1

  const list = startVirtualList(byId('list'), rowHeight, (row) => rowContent(data.records[rows[row] ?? -1]))

  function refresh(): void {
    const { index, drawFacets } = prepared()
    const filtered = filterRecords(index, search.value.trim() === '' ? [] : texts(), { words: search.value, chosen })
    const isMatched = new Set(filtered.records)
    rows = orders(orderOf(order.value)).filter((at) => isMatched.has(at))
    list.setCount(rows.length)
    list.select(rows.indexOf(open))
    byId('shown').textContent = `${countOf(rows.length, 'record')}, ${countOf(filtered.changes, 'change')}`
    byId('nothing').hidden = rows.length > 0
    drawFacets(filtered, chosen)
  }

  function remember(): void {
    history.replaceState(null, '', filterHash(search.value, chosen))
    refresh()
  }

  function toggle(facet: Facet, value: string): void {
    const values = new Set(chosen[facet])
    if (!values.delete(value)) values.add(value)
    chosen = { ...chosen, [facet]: values }
    remember()
  }

  function openRecord(at: number, address: string): void {
    const record = data.records[at]
    if (record === undefined) return
    open = at
    detail.replaceChildren(...detailView(record, data, address))
    detail.hidden = false
    document.body.classList.add('reading')
    scrollToChange(detail, address === record.address ? null : detail.querySelector<HTMLElement>('.opened'))
    list.select(rows.indexOf(at))
  }

  search.addEventListener('input', remember)
  order.addEventListener('change', refresh)
  byId('list').addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    const record = data.records[rows[Number(row?.dataset['row'] ?? -1)] ?? -1]
    if (record) location.hash = linkTo(record.address)
  })
  byId('back').addEventListener('click', closeRecord)
  byId('clear').addEventListener('click', () => {
    search.value = ''
    chosen = {}
    remember()
  })

  function closeRecord(): void {
    document.body.classList.remove('reading')
    byId('list').focus()
  }

  return {
    show: ({ words, chosen: wanted, address }) => {
      if (address === '') {
        search.value = words
        chosen = wanted
        refresh()
        document.body.classList.remove('reading')
        return
      }
      if (rows.length === 0) refresh()
      const at = data.records.findIndex(
        (record) => record.address === address || record.changes.some((change) => change.address === address),
      )
      if (at === -1) detail.replaceChildren(make('p', {}, `This plan has no change ${address}.`))
      else openRecord(at, address)
      detail.hidden = false
    },
    move: (step, kind) => {
      const from = rows.indexOf(open)
      const found = nextRow(rows, { from, step }, (at) => kind === 'any' || hasFinding(data.records[at]))
      const record = data.records[found ?? -1]
      if (record) location.hash = linkTo(record.address)
    },
    movePage: (step) => {
      const at = rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(open) + step * list.pageRows()))]
      const record = data.records[at ?? -1]
      if (record) location.hash = linkTo(record.address)
    },
    listed: () => {
      if (rows.length === 0) refresh()
      return rows.flatMap((at) => data.records[at] ?? [])
    },
    closeRecord,
  }
}

/** A value that is made when it is first needed. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** Scrolls the pane, or the page where it is too narrow for panes. */
function scrollToChange(detail: HTMLElement, change: HTMLElement | null): void {
  if (detail.scrollHeight > detail.clientHeight) detail.scrollTop = change === null ? 0 : change.offsetTop - 8
  else if (change !== null && change.getBoundingClientRect().bottom > innerHeight) change.scrollIntoView({ block: 'start' })
}

function nextRow(
  rows: readonly number[],
  { from, step }: { readonly from: number; readonly step: 1 | -1 },
  isWanted: (at: number) => boolean,
): number | undefined {
  return step === 1 ? rows.slice(from + 1).find(isWanted) : rows.slice(0, Math.max(0, from)).findLast(isWanted)
}

function hasFinding(record: PageRecord | undefined): boolean {
  return record?.changes.some(({ findings = [] }) => findings.length > 0) === true
}

function orderOf(value: string): Order {
  return value === 'moves' || value === 'plan' || value === 'name' ? value : 'findings'
}

function rowContent(record: PageRecord | undefined): readonly (Node | string)[] {
  if (record === undefined) return []
  const { action, kind, key, title, summary, changes } = record
  const ratio = Math.exp(farthestMove(changes))
  const isFar = ratio > 1.3
  return [
    make('b', { class: `sign ${action}` }, signs[action]),
    make('span', { class: 'names' }, make('span', { class: 'key' }, key), title === key ? '' : ` ${title}`),
    make('span', { class: 'words' }, `${kind}${summary === '' ? '' : ` \u00B7 ${summary}`}`),
    hasFinding(record)
      ? make('span', { class: 'alert', title: 'look at this first' }, '!')
      : isFar
        ? make('span', { class: 'alert', title: 'a large price move' }, '\u0394')
        : '',
  ]
}
