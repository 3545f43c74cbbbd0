import { html } from '../../markup/html.ts'
import { deliveryHtml } from '../delivery-html.ts'
import { actionForm, inspectorAddress, type InspectorPage, jsonLink } from './inspector.ts'

const mostShown = 200

/** The notifications with their attempts, newest first. */
export const webhooksPage: InspectorPage = {
  name: 'webhooks',
  title: 'Webhooks',
  content: (inspector) => {
    const deliveries = inspector.sources.webhooks.deliveries().toReversed()
    const resend = (id: number) =>
      actionForm(inspector, {
        page: 'webhooks',
        action: 'resend',
        label: 'Send again',
        content: html`<input type="hidden" name="id" value="${id}" />`,
      })
    return html`<p class="lead">
        Subscriptions are <a href="${inspectorAddress('records/Webhooks')}">records</a>; NewOrder fires when an order is created.
        ${jsonLink('deliveries')}
      </p>
      ${deliveries.length === 0 && html`<p class="empty">No notifications.</p>`}
      ${deliveries.slice(0, mostShown).map((delivery) => deliveryHtml(delivery, resend(delivery.id)))}
      ${deliveries.length > 0 && actionForm(inspector, { page: 'webhooks', action: 'clear', label: 'Delete all notifications' })}`
  },
  actions: {
    resend: async ({ sources }, form) => void (await sources.webhooks.resend(Number(form.get('id')))),
    clear: ({ sources }) => sources.webhooks.clear(),
  },
}
