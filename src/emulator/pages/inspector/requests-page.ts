import type { LoggedRequest } from '../../http/request-log.ts'
import { html } from '../../markup/html.ts'
import { pagerHtml, pageOf } from '../pager.ts'
import { actionForm, inspectorAddress, type InspectorPage } from './inspector.ts'
import { short, table } from '../table.ts'

const rowsOnPage = 100
const programs = /^\/(?:API|files|api_oauth)(?:[/?]|$)/

/** True for a request of an API, false for one of the store's own pages. */
export function isOfApi({ path }: LoggedRequest): boolean {
  return programs.test(path)
}

/** The received requests, newest first; those for the store's own pages only if selected. */
export const requestsPage: InspectorPage = {
  name: 'requests',
  title: 'Requests',
  content: (inspector) => {
    const { query } = inspector.request
    const [method, path, status] = ['method', 'path', 'status'].map((name) => (query.get(name) ?? '').trim())
    const pages = query.has('pages')
    const found = inspector.sources.log
      .entries()
      .filter((entry) => pages || isOfApi(entry))
      .filter((entry) => !method || entry.method === method.toUpperCase())
      .filter((entry) => !path || entry.path.includes(path))
      .filter((entry) => !status || String(entry.status ?? '').startsWith(status))
      .toReversed()
    const page = pageOf(query, found.length, rowsOnPage)
    const rows = found.slice(page.offset, page.offset + rowsOnPage)
    return html`<form class="filter" method="get">
        <label>Method <input name="method" value="${method}" size="8" /></label>
        <label>Address contains <input name="path" value="${path}" /></label>
        <label>Status <input name="status" value="${status}" size="5" inputmode="numeric" /></label>
        <label class="check"><input type="checkbox" name="pages" ${pages && 'checked'} /> include pages</label>
        <button type="submit">Filter</button>
      </form>
      <p class="lead">${found.length} ${found.length === 1 ? 'request' : 'requests'}. Keys, codes and passwords are masked.</p>
      ${table({
        label: 'Requests',
        head: ['Method', 'Address', 'Status', 'Reason', 'Fault'],
        rows: rows.map((entry) => [
          entry.method,
          html`<code>${short(entry.path, 300)}</code>`,
          entry.status ?? 'running',
          entry.reason,
          entry.fault,
        ]),
        empty: 'No requests.',
      })}
      ${pagerHtml(page, (number) => inspectorAddress('requests', { method, path, status, pages: pages ? 'on' : null, page: number }))}
      ${actionForm(inspector, { page: 'requests', action: 'clear', label: 'Clear the log' })}`
  },
  actions: { clear: ({ sources }) => sources.log.clear() },
}
