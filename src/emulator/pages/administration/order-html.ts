import type { ResourceName } from '../../../resources/registry.ts'
import { resourceOf } from '../../../resources/registry.ts'
import type { Fields } from '../../../resources/resource.ts'
import type { DataContext } from '../../data-api/data-context.ts'
import { quoted } from '../../database/table-sql.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { readTrees } from '../../rows/read/read-trees.ts'
import { table } from '../table.ts'

const mostRows = 500

const facts: readonly (readonly [label: string, field: string])[] = [
  ['Status', 'status'],
  ['Placed', 'order_date'],
  ['Last update', 'update_date'],
  ['Customer', 'username'],
  ['Email', 'email'],
  ['Phone', 'phone_day'],
  ['Payment method', 'payment_method'],
  ['Purchase order', 'po_number'],
  ['Payment reference', 'order_id'],
  ['Coupon', 'coupon_code'],
  ['Delivery date', 'delivery_date'],
  ['Shipping method', 'shipmode'],
  ['Comments', 'comments'],
  ['Synchronised', 'integrated'],
  ['Items', 'nitems'],
  ['Shipping cost', 'shipping'],
  ['Tax', 'salestax'],
  ['Total', 'total_cost'],
  ['Currency', 'currency_code'],
]

function factList(fields: Fields): Html {
  const known = facts.filter(([, field]) => (fields[field] ?? '') !== '')
  return html`<dl class="facts">
    ${known.map(
      ([label, field]) =>
        html`<div>
          <dt>${label}</dt>
          <dd class="value">${fields[field]}</dd>
        </div>`,
    )}
  </dl>`
}

/** The lines of an address whose fields begin with this prefix; none if it is empty. */
function addressLines(fields: Fields, prefix: '' | 'b_'): readonly string[] {
  const value = (name: string): string => fields[prefix + name] ?? ''
  const joined = (...names: readonly string[]): string =>
    names
      .map(value)
      .filter((text) => text !== '')
      .join(' ')
  const lines = [
    value('company'),
    joined('fname', 'lname'),
    value('address1'),
    value('address2'),
    value('address3'),
    joined('zip', 'city', 'state'),
    value('country'),
  ]
  return lines.filter((line) => line !== '')
}

function addressHtml(title: string, lines: readonly string[], empty: string): Html {
  return html`<section>
    <h3>${title}</h3>
    ${lines.length === 0 ? html`<p class="quiet">${empty}</p>` : html`<address>${lines.map((line) => html`<span class="line">${line}</span>`)}</address>`}
  </section>`
}

const lineFields = ['sku', 'description', 'options', 'quantity', 'price', 'subtotal', 'status'] as const

/** The rows of a resource whose `field` has this value, as a table of the fields that one of them has; of a line, those above. */
function rowsHtml(context: DataContext, resource: ResourceName, { title, field, value, empty }: Rows): Html {
  const rows = readTrees(context, resource, { where: `t.${quoted(field)} = ?`, parameters: [value], limit: mostRows, offset: 0 })
  const shown = resource === 'Orderlines' ? lineFields : Object.keys(resourceOf(resource).fields)
  const names = shown.filter((name) => name !== field && rows.some((row) => (row.fields[name] ?? '') !== ''))
  if (rows.length === 0 && empty === null) return html``
  return html`<h3>${title} <small>${rows.length}</small></h3>
    ${table({
      label: title,
      cards: true,
      head: names.map((name) => name.replaceAll('_', ' ')),
      rows: rows.map((row): readonly Part[] => names.map((name) => html`<span class="value">${row.fields[name]}</span>`)),
      empty: empty ?? '',
    })}`
}

interface Rows {
  readonly title: string
  readonly field: string
  readonly value: string
  /** The text without rows; `null`: no heading either. */
  readonly empty: string | null
}

function shipmentsHtml(context: DataContext, number: string): readonly Html[] {
  const shipments = readTrees(context, 'Shipments', { where: 't.order_number = ?', parameters: [number], limit: mostRows, offset: 0 })
  return shipments.map(({ fields: { code = '' } }) =>
    rowsHtml(context, 'ShipmentLines', { title: `Lines of shipment ${code}`, field: 'shipment_code', value: code, empty: null }),
  )
}

/** One order with its addresses, lines, discounts, taxes and shipments (platform.md, "Order"). */
export function orderHtml(context: DataContext, fields: Fields): Html {
  const number = fields['order_number'] ?? ''
  const of = (resource: ResourceName, title: string, empty: string | null): Html =>
    rowsHtml(context, resource, { title, field: 'order_number', value: number, empty })
  return html`${factList(fields)}
    <div class="addresses">
      ${addressHtml('Billing', addressLines(fields, 'b_'), 'No billing address.')}
      ${addressHtml('Shipping', addressLines(fields, ''), 'The same as the billing address.')}
    </div>
    ${of('Orderlines', 'Lines', 'The order has no lines.')} ${of('OrderlineDiscounts', 'Discounts', null)}
    ${of('OrderlineTax', 'Taxes', null)} ${of('Shipments', 'Shipments', 'Nothing was shipped.')} ${shipmentsHtml(context, number)}`
}
