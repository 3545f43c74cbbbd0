import { html } from '../../markup/html.ts'
import { actionForm, type InspectorPage } from './inspector.ts'
import { table } from '../table.ts'

/** The application keys, without their texts. */
export const keysPage: InspectorPage = {
  name: 'keys',
  title: 'Keys',
  content: (inspector) =>
    html`<p class="lead">A key is shown only once, when it is created. This list shows its title and what it may access.</p>
      ${table({
        label: 'Keys',
        head: ['Title', 'Created by', 'Access', 'Denied', 'Files', 'Expires', ''],
        rows: inspector.sources.keys.list().map(({ code, title, origin, resources, deny, files, expires, suspect }) => [
          html`${title} ${suspect !== null && html`<span class="badge bad">${suspect}</span>`}`,
          origin,
          resources === null ? 'everything' : resources.length === 0 ? 'no resources' : resources.join(', '),
          deny.join(', '),
          files ? 'yes' : 'no',
          expires ?? 'never',
          origin !== 'first' &&
            actionForm(inspector, {
              page: 'keys',
              action: 'expire',
              label: 'Expire now',
              content: html`<input type="hidden" name="code" value="${code}" />`,
            }),
        ]),
        empty: 'There is no key.',
      })}`,
  actions: { expire: ({ sources }, form) => void sources.keys.expire(form.get('code') ?? '') },
}
