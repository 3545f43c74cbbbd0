import type { Delivery } from '../../webhooks/delivery.ts'
import { maskAddresses } from '../../http/mask-secrets.ts'
import { html, type Html } from '../../markup/html.ts'
import { actionForm, type Inspector, inspectorAddress, type InspectorPage } from './inspector.ts'
import { short, table } from './table.ts'

const mostShown = 200

function deliveryHtml(inspector: Inspector, delivery: Delivery): Html {
  const { id, at, event, url, state, body, attempts } = delivery
  return html`<details class="delivery" id="delivery-${id}">
    <summary>
      <span class="badge ${state !== 'delivered' && 'bad'}">${state}</span> <b>${event}</b>
      <span class="quiet">to ${short(maskAddresses(url))}, ${at}</span>
    </summary>
    ${table({
      label: 'Attempts',
      head: ['Time', 'Answer', 'Duration'],
      rows: attempts.map((attempt) => [attempt.at, attempt.status ?? attempt.error ?? 'none', `${attempt.tookMs} ms`]),
      empty: state === 'refused' ? 'Not sent: the address is neither on this machine nor on a listed host.' : 'No attempt yet.',
    })}
    <pre>${body}</pre>
    ${actionForm(inspector, { page: 'webhooks', action: 'resend', label: 'Send again', content: html`<input type="hidden" name="id" value="${id}" />` })}
  </details>`
}

/** The notifications with their attempts, newest first. */
export const webhooksPage: InspectorPage = {
  name: 'webhooks',
  title: 'Webhooks',
  content: (inspector) => {
    const deliveries = inspector.sources.webhooks.deliveries().toReversed()
    return html`<p class="lead">
        Subscriptions are <a href="${inspectorAddress('records/Webhooks')}">records</a>; NewOrder fires when an order is created.
      </p>
      ${deliveries.length === 0 && html`<p class="empty">No notifications.</p>`}
      ${deliveries.slice(0, mostShown).map((delivery) => deliveryHtml(inspector, delivery))}
      ${deliveries.length > 0 && actionForm(inspector, { page: 'webhooks', action: 'clear', label: 'Delete all notifications' })}`
  },
  actions: {
    resend: async ({ sources }, form) => void (await sources.webhooks.resend(Number(form.get('id')))),
    clear: ({ sources }) => sources.webhooks.clear(),
  },
}
