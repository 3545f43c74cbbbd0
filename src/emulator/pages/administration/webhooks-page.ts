import { resourceOf } from '../../../resources/registry.ts'
import { html, type Html } from '../../markup/html.ts'
import { deleteByKey } from '../../rows/write/delete-records.ts'
import { writeRecords } from '../../rows/write/write-records.ts'
import { deliveryHtml } from '../delivery-html.ts'
import { pagerHtml, pageOf } from '../pager.ts'
import { addressOf } from '../addresses.ts'
import { table } from '../table.ts'
import { adminForm, type Administration, administrationAddress, type AdministrationPage, textField } from './administration.ts'

const deliveriesOnPage = 50

function subscribeForm(administration: Administration): Html {
  const { refused } = administration
  const url = textField({
    name: 'url',
    label: 'Address',
    value: refused?.get('url') ?? '',
    hint: 'Notified with a POST. Only this machine and the hosts in the options of the store are reached.',
    more: html`type="url" required placeholder="http://127.0.0.1:8080/orders" spellcheck="false"`,
  })
  const event = textField({
    name: 'event',
    label: 'Event',
    value: refused?.get('event') ?? 'NewOrder',
    more: html`required list="events" spellcheck="false"`,
  })
  return adminForm(administration, {
    page: 'webhooks',
    action: 'subscribe',
    label: 'Subscribe',
    main: true,
    fields: html`${event}<datalist id="events"><option value="NewOrder"></option></datalist>${url}`,
  })
}

function subscriptions(administration: Administration): Html {
  const { statements } = administration.sources.context
  return table({
    label: 'Subscriptions',
    cards: true,
    head: ['Id', 'Event', 'Address', 'Action'],
    rows: statements.rows('SELECT id, name, url FROM "Webhooks" ORDER BY _id').map(([id, name, url]) => [
      String(id),
      String(name),
      String(url),
      adminForm(administration, {
        page: 'webhooks',
        action: 'unsubscribe',
        label: 'Unsubscribe',
        of: String(url),
        values: { id: String(id) },
      }),
    ]),
    empty: 'No subscriptions.',
  })
}

function deliveries(administration: Administration): Html {
  const all = administration.sources.webhooks.deliveries().toReversed()
  const page = pageOf(administration.request.query, all.length, deliveriesOnPage)
  const resend = (id: number): Html =>
    adminForm(administration, { page: 'webhooks', action: 'resend', label: 'Send again', of: `notification ${id}`, values: { id } })
  return html`<h2>Deliveries <small>${all.length}</small></h2>
    ${all.length === 0 && html`<p class="empty">No notifications. A new order creates one for each subscription to NewOrder.</p>`}
    ${all.slice(page.offset, page.offset + deliveriesOnPage).map((delivery) => deliveryHtml(delivery, resend(delivery.id)))}
    ${pagerHtml(page, (number) => addressOf(administrationAddress('webhooks'), { page: number }))}`
}

/** Subscriptions to events, and the notifications with their payloads (platform.md, "Events"). */
export const webhooksPage: AdministrationPage = {
  name: 'webhooks',
  title: 'Webhooks',
  content: (administration) =>
    html`<p class="lead">When an event fires, the store sends a notification to each subscribed address.</p>
      ${subscriptions(administration)}
      <h2>Subscribe</h2>
      ${subscribeForm(administration)} ${deliveries(administration)}`,
  actions: {
    subscribe: ({ sources }, form) => {
      const fields = new Map([
        ['name', (form.get('event') ?? '').trim()],
        ['url', (form.get('url') ?? '').trim()],
      ])
      writeRecords(sources.context, [{ resource: resourceOf('Webhooks'), fields, children: [] }])
      return { text: `${fields.get('url') ?? ''} is subscribed to ${fields.get('name') ?? ''}.` }
    },
    unsubscribe: ({ sources }, form) => {
      deleteByKey(sources.context, resourceOf('Webhooks'), form.get('id') ?? '')
      return { text: 'The subscription was removed.' }
    },
    resend: async ({ sources }, form) => {
      const { id, state } = await sources.webhooks.resend(Number(form.get('id')))
      return { text: `Notification ${id} was sent again: ${state}.` }
    },
  },
}
