import { rowId } from '../database/table-sql.ts'
import { invalidValue } from '../http/store-fault.ts'
import type { Effect } from './effect.ts'

/** The fields of a notification (assumptions.md H2). */
const notifiedFields = [
  'order_number',
  'order_date',
  'status',
  'username',
  'email',
  'currency_code',
  'nitems',
  'total_cost',
  'total_numeric',
]

/** A mail to the customer (platform.md, "POST /API/V3/Order?send_email=true": order_number and status). */
const mailStatus: Effect = ({ statements, outbox }, { row, values }) => {
  for (const field of ['order_number', 'status']) {
    if ((values.get(field) ?? '') === '') throw invalidValue('Order', field, 'is required with send_email').because('M1')
  }
  const [found = []] = statements.rows(`SELECT order_number, status, email FROM "Order" WHERE ${rowId} = ?`, [row])
  const [order, status, email] = found.map((cell) => String(cell ?? ''))
  if (!email) throw invalidValue('Order', 'email', 'is empty, so no status mail can be sent').because('M1')
  outbox.put({
    kind: 'order-status',
    order: order ?? '',
    to: email,
    subject: `Your order ${order}: ${status}`,
    text: `The status of your order ${order} is now: ${status}\n`,
  })
}

/** A created order fires NewOrder once (platform.md, "Events"); an updated one never does. */
export const orderWritten: Effect = (context, written, statusMail) => {
  if (written.created) {
    const [row = []] = context.statements.rows(`SELECT ${notifiedFields.join(', ')} FROM "Order" WHERE ${rowId} = ?`, [written.row])
    const fields = notifiedFields.flatMap((name, at) =>
      row[at] === null || row[at] === undefined ? [] : [[name, String(row[at])] as const],
    )
    context.webhooks.queue({ name: 'NewOrder', order: Object.fromEntries(fields) })
  }
  if (statusMail) mailStatus(context, written, statusMail)
}
