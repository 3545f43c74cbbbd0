import { countOf } from '../../../source/counts.ts'
import { onFirstUse } from '../../../source/on-first-use.ts'
import type { PageData } from '../data/page-data.ts'
import { type Facet, indexFacets } from '../find/facets.ts'
import { type Chosen, filterRecords } from '../find/filter-records.ts'
import { byId, fieldById } from './dom.ts'
import { startFacetPanel } from './facet-panel.ts'
import { startOrders } from './order.ts'
import { recordRow, rowHeight } from './record-row.ts'
import { filterHash, type Route, tabLink } from './route.ts'
import { startSearchTexts } from './search-texts.ts'
import { startVirtualList } from './virtual-list.ts'

/** The list of records with its search, filters and order. */
export interface RecordList {
  /** Shows what matches; nothing changes where it is shown already. */
  setFilter(filter: ListFilter): void
  /** The search and the filters that are set. */
  filter(): ListFilter
  /** Marks a record, by its index, and scrolls it into view where it is listed. */
  select(at: number): void
  /** The indexes of the records that are listed, in their order. */
  rows(): readonly number[]
  /** The number of rows that fit into view. */
  pageRows(): number
}

type ListFilter = Pick<Route, 'words' | 'chosen'>

/** The callbacks of the list. */
interface RecordListUser {
  /** Called with the index of a record that is clicked. */
  readonly onOpen: (at: number) => void
  /** Called with the records that are listed, each time that a person changes the search or the filters. */
  readonly onListed: (rows: readonly number[]) => void
}

/** Starts the list, which is filled when it is first needed. */
export function startRecordList(data: PageData, { onOpen, onListed }: RecordListUser): RecordList {
  const [search, order] = [fieldById('search', HTMLInputElement), fieldById('order', HTMLSelectElement)]
  const [orders, texts] = [startOrders(data), startSearchTexts(data.records)]
  // Made when the tab is first shown: the overview does not need it.
  const prepared = onFirstUse(() => {
    const index = indexFacets(data)
    return { index, drawFacets: startFacetPanel(byId('facets'), { index, data, onToggle: toggle }) }
  })
  let [chosen, rows, isFilled, selected]: [Chosen, readonly number[], boolean, number] = [{}, [], false, -1]
  const list = startVirtualList(byId('list'), rowHeight, (row) => recordRow(data.records[rows[row] ?? -1]))

  function refresh(): void {
    const { index, drawFacets } = prepared()
    const filtered = filterRecords(index, search.value.trim() === '' ? [] : texts(), { words: search.value, chosen })
    const isMatched = new Set(filtered.records)
    rows = orders(order.value).filter((at) => isMatched.has(at))
    isFilled = true
    tabLink('changes').href = filterHash(filter())
    list.setCount(rows.length)
    list.select(rows.indexOf(selected))
    showCounts(rows.length, filtered.changes)
    drawFacets(filtered, chosen)
  }

  const filter = (): ListFilter => ({ words: search.value, chosen })

  function remember(): void {
    refresh()
    history.replaceState(null, '', filterHash(filter()))
    onListed(rows)
  }

  function toggle(facet: Facet, value: string): void {
    chosen = toggled(chosen, facet, value)
    remember()
  }

  function setFilter(wanted: ListFilter): void {
    if (isFilled && filterHash(wanted) === filterHash(filter())) return
    search.value = wanted.words
    chosen = wanted.chosen
    refresh()
  }

  listen({ remember, refresh, clear: () => location.replace('#changes'), onRow: (row) => onOpen(rows[row] ?? -1) })
  const filled = (): readonly number[] => {
    if (!isFilled) refresh()
    return rows
  }
  return {
    setFilter,
    filter,
    select: (at) => {
      selected = at
      list.select(filled().indexOf(at))
    },
    rows: filled,
    pageRows: () => list.pageRows(),
  }
}

/** The same filters with one value more, or less if it is there. */
function toggled(chosen: Chosen, facet: Facet, value: string): Chosen {
  const values = new Set(chosen[facet])
  if (!values.delete(value)) values.add(value)
  return { ...chosen, [facet]: values }
}

function showCounts(records: number, changes: number): void {
  byId('shown').textContent = `${countOf(records, 'record')}, ${countOf(changes, 'change')}`
  byId('nothing').hidden = records > 0
}

interface Listeners {
  readonly remember: () => void
  readonly refresh: () => void
  readonly clear: () => void
  readonly onRow: (row: number) => void
}

function listen({ remember, refresh, clear, onRow }: Listeners): void {
  byId('search').addEventListener('input', remember)
  byId('order').addEventListener('change', refresh)
  byId('clear').addEventListener('click', clear)
  byId('list').addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    if (row !== null) onRow(Number(row.dataset['row']))
  })
}
