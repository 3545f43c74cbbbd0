import type { Delivery } from '../webhooks/delivery.ts'
import { maskAddresses } from '../http/mask-secrets.ts'
import { html, type Html } from '../markup/html.ts'
import { short, table } from './table.ts'

/** A notification with its attempts and its payload; `resend`: the form that sends it again. */
export function deliveryHtml({ id, at, event, url, state, body, attempts }: Delivery, resend: Html): Html {
  return html`<details class="delivery" id="delivery-${id}">
    <summary>
      <span class="badge ${state !== 'delivered' && 'bad'}">${state}</span> <b>${event}</b>
      <span class="quiet">to ${short(maskAddresses(url))}, ${at}</span>
    </summary>
    ${table({
      label: 'Attempts',
      cards: true,
      head: ['Time', 'Answer', 'Duration'],
      rows: attempts.map((attempt) => [attempt.at, attempt.status ?? attempt.error ?? 'none', `${attempt.tookMs} ms`]),
      empty: state === 'refused' ? 'Not sent: the address is neither on this machine nor on a listed host.' : 'No attempt yet.',
    })}
    <pre>${body}</pre>
    ${resend}
  </details>`
}
