import { assumptionList } from '../../assumptions/assumption-list.ts'
import { html } from '../../markup/html.ts'
import type { InspectorPage } from './inspector.ts'

/** Every gap in platform.md and what this store does. */
export const assumptionsPage: InspectorPage = {
  name: 'assumptions',
  title: 'Assumptions',
  content: ({ sources }) => {
    const rows = assumptionList(sources.context.switches)
    return html`<p class="lead">
        The platform's document leaves ${rows.length} questions open. Each row shows the question, the words that it refers to, and what
        this store does. Switches are set when the store is started.
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
                        ? html`<code class="on">${each}<span class="sr"> (active)</span></code> `
                        : html`<code>${each}</code> `,
                    )}${value !== values[0] && html`<span class="badge bad">changed</span>`}
                  </p>`,
              )}
            </li>`,
        )}
      </ul>`
  },
}
