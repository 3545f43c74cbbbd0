import { assumptionList } from '../../assumptions/assumption-list.ts'
import { quoted } from '../../database/table-sql.ts'
import { resources } from '../../../resources/registry.ts'
import { html, type Html } from '../../markup/html.ts'
import { inspectorAddress, type InspectorPage } from './inspector.ts'
import { isOfApi } from './requests-page.ts'

function fact(name: string, value: Html | string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

/** The addresses of the store, its contents, and its switches that are not at their defaults. */
export const overviewPage: InspectorPage = {
  name: '',
  title: 'Overview',
  content: ({ sources }) => {
    const { context, site, log } = sources
    const counts = resources
      .map(({ name }) => ({ name, count: Number(context.statements.cell(`SELECT count(*) FROM ${quoted(name)}`)) }))
      .filter(({ count }) => count > 0)
    const changed = assumptionList(context.switches).flatMap(({ switches }) => switches.filter(({ value, values }) => value !== values[0]))
    return html` <p class="lead">This is an emulator of the platform on this machine. It never contacts a real store.</p>
      <dl class="facts">
        ${fact('Data API', html`<code>${context.baseUrl}/API/V3/</code>`)}
        ${fact('Files API', html`<code>${context.baseUrl}/files/${site}/</code>`)}
        ${fact('Key', 'printed when the store was started; not shown here')}
        ${fact('Clock', html`<a href="${inspectorAddress('clock')}">${context.now().toISOString().replace('T', ' ').slice(0, 19)} UTC</a>`)}
        ${fact('Requests', html`<a href="${inspectorAddress('requests')}">${log.entries().filter(isOfApi).length}</a>`)}
        ${fact('Changed switches', changed.length === 0 ? 'none: every switch is at its default' : html`${changed.map(({ name, value }) => html`<code>${name}=${value}</code> `)}`)}
      </dl>
      <h2>Records</h2>
      ${
        counts.length === 0
          ? html`<p class="empty">The store is empty.</p>`
          : html`<ul class="counts">
              ${counts.map(
                ({ name, count }) =>
                  html`<li>
                    <a href="${inspectorAddress(`records/${name}`)}"><b>${count}</b> ${name}</a>
                  </li>`,
              )}
            </ul>`
      }`
  },
}
