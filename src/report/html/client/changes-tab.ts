import type { PageData, PageRecord } from '../data/page-data.ts'
import { detailView } from './detail-view.ts'
import { byId, make } from './dom.ts'
import { startRecordList } from './record-list.ts'
import { hasFinding } from './record-row.ts'
import { filterHash, type Route } from './route.ts'

/** The list of records with its filters, and the record that is open. */
export interface ChangesTab {
  show(route: Route): void
  /** Opens the next record that is listed, or the next one with a finding; -1: the one before. */
  move(step: 1 | -1, kind: 'any' | 'finding'): void
  movePage(step: 1 | -1): void
  /** The records that are listed, in their order. */
  listed(): readonly PageRecord[]
  /** Back to the list, where the page is too narrow for both. */
  closeRecord(): void
}

/** Where the list and the record are side by side, as in the styles of the page. */
const wide = '(min-width:821px)'

/** Starts the tab of changes. Where there is room for both, the first record that is listed is shown until another one is opened. */
export function startChangesTab(data: PageData): ChangesTab {
  const detail = byId('detail')
  let open = -1
  const list = startRecordList(data, { onOpen: follow, onListed: preselect })

  function follow(at: number | undefined): void {
    const record = at === undefined ? undefined : data.records[at]
    if (record) location.hash = filterHash(list.filter(), record.address)
  }

  function preselect(rows: readonly number[]): void {
    const [first] = rows
    const record = first === undefined ? undefined : data.records[first]
    if (first === undefined || record === undefined || rows.includes(open) || !isWide()) return
    open = first
    list.select(first)
    detail.replaceChildren(...detailView(record, data, record.address))
    detail.scrollTop = 0
  }

  function openAddress(address: string): void {
    const at = data.records.findIndex((record) => record.address === address || record.changes.some((change) => change.address === address))
    const record = data.records[at]
    open = at
    list.select(at)
    detail.replaceChildren(...(record ? detailView(record, data, address) : [make('p', {}, `This plan has no change ${address}.`)]))
    // The list is hidden, and with it the focus.
    if (!isWide()) detail.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    scrollToChange(detail, record?.address === address ? null : detail.querySelector<HTMLElement>('.opened'))
  }

  function closeRecord(): void {
    document.body.classList.remove('reading')
    byId('list').focus()
    // The same record can be opened again only by another address.
    if (!isWide()) location.hash = filterHash(list.filter())
  }

  byId('back').addEventListener('click', closeRecord)
  return {
    show: ({ isFiltered, address, ...filter }) => {
      if (address === '' || isFiltered) list.setFilter(filter)
      document.body.classList.toggle('reading', address !== '')
      if (address === '') preselect(list.rows())
      else openAddress(address)
    },
    move: (step, kind) => {
      const rows = list.rows()
      const from = rows.indexOf(open)
      const passed = step === 1 ? rows.slice(from + 1) : rows.slice(0, Math.max(0, from)).toReversed()
      follow(passed.find((at) => kind === 'any' || isFound(data.records[at])))
    },
    movePage: (step) => {
      const rows = list.rows()
      follow(rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(open) + step * list.pageRows()))])
    },
    listed: () => list.rows().flatMap((at) => data.records[at] ?? []),
    closeRecord,
  }
}

function isFound(record: PageRecord | undefined): boolean {
  return record !== undefined && hasFinding(record)
}

function isWide(): boolean {
  return matchMedia(wide).matches
}

/** Scrolls the pane, or the page where it is too narrow for panes. */
function scrollToChange(detail: HTMLElement, change: HTMLElement | null): void {
  if (detail.scrollHeight > detail.clientHeight) detail.scrollTop = change === null ? 0 : change.offsetTop - 8
  else if (change !== null && change.getBoundingClientRect().bottom > innerHeight) change.scrollIntoView({ block: 'start' })
}
