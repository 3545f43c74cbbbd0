import { html } from '../../markup/html.ts'
import { actionForm, type InspectorPage, jsonLink } from './inspector.ts'

const mostShown = 200

/** The mails that a real store would have sent, newest first. */
export const outboxPage: InspectorPage = {
  name: 'outbox',
  title: 'Outbox',
  content: (inspector) => {
    const mails = inspector.sources.outbox.mails().toReversed()
    if (mails.length === 0)
      return html`<p class="empty">
        No mails. A Shipment with <code>send_email</code>, or a POST of Order with <code>?send_email=true</code>, creates one.
        ${jsonLink('outbox')}
      </p>`
    return html`<p class="lead">${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}. They are never sent. ${jsonLink('outbox')}</p>
      ${mails.slice(0, mostShown).map(
        ({ id, at, to, subject, text, kind, order }) =>
          html`<details class="mail" id="mail-${id}">
            <summary><b>${subject}</b> <span class="quiet">to ${to}, ${at}</span></summary>
            <p class="quiet">${kind === 'shipment' ? 'Shipment' : 'Status'} of order ${order}</p>
            <pre>${text}</pre>
          </details>`,
      )}
      ${actionForm(inspector, { page: 'outbox', action: 'clear', label: 'Empty the outbox' })}`
  },
  actions: { clear: ({ sources }) => sources.outbox.clear() },
}
