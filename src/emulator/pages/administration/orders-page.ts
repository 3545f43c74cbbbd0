import { resourceOf } from '../../../resources/registry.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { StoreFault } from '../../http/store-fault.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { readTrees } from '../../rows/read/read-trees.ts'
import { putRecord } from '../../rows/write/put-record.ts'
import { addressOf } from '../addresses.ts'
import { pagerHtml, pageOf } from '../pager.ts'
import { table } from '../table.ts'
import { adminForm, type Administration, administrationAddress, type AdministrationPage } from './administration.ts'
import { orderHtml } from './order-html.ts'

const ordersOnPage = 50
const mostLines = 5
/** platform.md, "Order": only `archived` removes an order from the list (assumptions.md K8). */
const pending = `coalesce(t.archived, '') <> 'true'`

function archiveForm(administration: Administration, number: string): Html {
  return adminForm(administration, { page: 'orders', action: 'archive', label: 'Archive', of: `order ${number}`, values: { number } })
}

function linesHtml(lines: readonly RecordTree[]): Part {
  const shown = lines
    .slice(0, mostLines)
    .map(
      ({ fields: { quantity, sku, description } }) =>
        html`<span class="line">${quantity ?? '?'} × <b>${sku ?? '(no sku)'}</b> ${description}</span>`,
    )
  const more = lines.length - shown.length
  return lines.length === 0
    ? html`<span class="quiet">none</span>`
    : [shown, more > 0 && html`<span class="line quiet">and ${more} more</span>`]
}

function orderRow(administration: Administration, { fields, children }: RecordTree): readonly Part[] {
  const number = fields['order_number'] ?? ''
  const name = [fields['b_fname'], fields['b_lname']].filter(Boolean).join(' ')
  return [
    html`<a href="${administrationAddress('orders', number)}">${number}</a>`,
    fields['order_date'],
    html`<span class="line">${name || fields['b_company'] || fields['username']}</span><span class="line quiet">${fields['email']}</span>`,
    html`${fields['status']} ${fields['deleted'] === 'true' && html`<span class="badge bad">deleted</span>`}`,
    linesHtml(children['Orderlines'] ?? []),
    html`<span class="whole">${fields['total_cost'] ?? fields['total_numeric']}</span>`,
    archiveForm(administration, number),
  ]
}

function orderOf({ sources }: Administration, number: string): RecordTree {
  const [order] = readTrees(sources.context, 'Order+Orderlines', {
    where: 't.order_number = ?',
    parameters: [number],
    limit: 1,
    offset: 0,
  })
  if (!order) throw new StoreFault(404, `Order ${number.slice(0, 60)} not found`)
  return order
}

/** The pending orders: those that are not archived (platform.md, "States and transitions"), newest first. */
export const ordersPage: AdministrationPage = {
  name: 'orders',
  title: 'Pending orders',
  content: (administration) => {
    const { context } = administration.sources
    const total = Number(context.statements.cell(`SELECT count(*) FROM "Order" AS t WHERE ${pending}`))
    const page = pageOf(administration.request.query, total, ordersOnPage)
    const numbers = context.statements.rows(
      `SELECT order_number FROM "Order" AS t WHERE ${pending} ORDER BY _id DESC LIMIT ${ordersOnPage} OFFSET ${page.offset}`,
    )
    const orders = numbers.map(([number]) => orderOf(administration, String(number)))
    return html`<p class="lead">${total} ${total === 1 ? 'order is' : 'orders are'} not archived. An archived order leaves this list.</p>
      ${table({
        label: 'Pending orders',
        cards: true,
        head: ['Order', 'Date', 'Customer', 'Status', 'Lines', 'Total', 'Action'],
        rows: orders.map((order) => orderRow(administration, order)),
        empty: 'No pending orders.',
      })}
      ${pagerHtml(page, (number) => addressOf(administrationAddress('orders'), { page: number }))}`
  },
  one: (administration, number) => {
    const { fields } = orderOf(administration, number)
    const isArchived = fields['archived'] === 'true'
    return html`<h2>
        <a href="${administrationAddress('orders')}">Pending orders</a> / ${number}
        ${isArchived && html`<span class="badge">archived</span>`}
        ${fields['deleted'] === 'true' && html`<span class="badge bad">deleted</span>`}
      </h2>
      ${!isArchived && archiveForm(administration, number)} ${orderHtml(administration.sources.context, fields)}`
  },
  actions: {
    archive: (administration, form) => {
      const number = form.get('number') ?? ''
      orderOf(administration, number)
      const record = { resource: resourceOf('Order'), fields: new Map([['archived', 'true']]), children: [] }
      putRecord(administration.sources.context, [record], number)
      return { text: `Order ${number} is archived.` }
    },
  },
}
