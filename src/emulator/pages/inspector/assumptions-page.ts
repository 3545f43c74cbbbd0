import { assumptionList } from '../../assumption-list.ts'
import { html } from '../html.ts'
import type { InspectorPage } from './inspector.ts'

/** Every gap in platform.md and what this store does there. */
export const assumptionsPage: InspectorPage = {
  name: 'assumptions',
  title: 'Assumptions',
  content: ({ sources }) => {
    const rows = assumptionList(sources.context.switches)
    return html`<p class="lead">
        The platform's document leaves ${rows.length} things open. Each row says what, which words it rests on, and what this store does. A
        switch is turned when the store is started.
      </p>
      <ul class="assumptions">
        ${rows.map(
          ({ id, gap, quote, takes, switches }) =>
            html`<li id="${id}">
              <h2><a href="#${id}">${id}</a> ${gap}</h2>
              ${quote !== '' && html`<blockquote>${quote}</blockquote>`}
              <p>${takes}</p>
              ${switches.map(
                ({ name, doc, values, value }) =>
                  html`<p class="switch">
                    <b>${name}</b> ${doc}
                    ${values.map((each) =>
                      each === value
                        ? html`<code class="on">${each}<span class="sr"> (in force)</span></code> `
                        : html`<code>${each}</code> `,
                    )}${value !== values[0] && html`<span class="badge bad">turned</span>`}
                  </p>`,
              )}
            </li>`,
        )}
      </ul>`
  },
}
