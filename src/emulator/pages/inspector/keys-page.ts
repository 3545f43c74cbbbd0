import { html } from '../html.ts'
import { actionForm, type InspectorPage } from './inspector.ts'
import { table } from './table.ts'

/** The application keys without their texts. */
export const keysPage: InspectorPage = {
  name: 'keys',
  title: 'Keys',
  content: (inspector) =>
    html`<p class="lead">A key is shown once, where it is made; here stand its title and what it reaches.</p>
      ${table({
        label: 'Keys',
        head: ['Title', 'From', 'Reaches', 'Denied', 'Files', 'Ends', ''],
        rows: inspector.sources.keys.list().map(({ code, title, origin, resources, deny, files, expires, suspect }) => [
          html`${title} ${suspect !== null && html`<span class="badge bad">${suspect}</span>`}`,
          origin,
          resources === null ? 'everything' : resources.join(', '),
          deny.join(', '),
          files ? 'yes' : 'no',
          expires ?? 'never',
          origin !== 'first' &&
            actionForm(inspector, {
              page: 'keys',
              action: 'expire',
              label: 'End now',
              content: html`<input type="hidden" name="code" value="${code}" />`,
            }),
        ]),
        empty: 'There is no key.',
      })}`,
  actions: { expire: ({ sources }, form) => void sources.keys.expire(form.get('code') ?? '') },
}
