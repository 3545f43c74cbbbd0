import { rowId } from '../database/table-sql.ts'
import { invalidValue } from '../http/store-fault.ts'
import type { Effect } from './effect.ts'

/** Marks every line of the order as shipped (platform.md, "States and transitions": `ship_all`). */
const shipAll: Effect = ({ statements, time, shippedStatus }, { values }) => {
  statements.run('UPDATE "Orderlines" SET status = ?, update_date = ? WHERE order_number = ?', [
    shippedStatus,
    time(),
    values.get('order_number') ?? '',
  ])
}

/** Removes the order from the pending-orders list (platform.md, "Shipments": `archive`). */
const archive: Effect = ({ statements, time }, { values }) => {
  statements.run(`UPDATE "Order" SET archived = 'true', update_date = ? WHERE order_number = ?`, [time(), values.get('order_number') ?? ''])
}

/**
 * The mail of a shipment (platform.md, "Shipment notification"): to `email_to`, else to the order's address; the subject is
 * `email_subject`, else `Shipment for your order <order_number>`; the notes are included.
 */
const mail: Effect = ({ statements, outbox }, { row, values }) => {
  const [found = []] = statements.rows(
    `SELECT s.order_number, s.notes, s.courier, s.tracking_number, s.tracking_link, o.email FROM "Shipments" AS s
     LEFT JOIN "Order" AS o ON o.order_number = s.order_number WHERE s.${rowId} = ?`,
    [row],
  )
  const [order = '', notes, courier, number, link, email] = found.map((cell) => String(cell ?? ''))
  const to = values.get('email_to') || email
  if (!to) throw invalidValue('Shipment', 'email_to', `is empty, and the order ${order} has no email address`).because('M1')
  const lines = [notes, courier && `Sent with ${courier}`, number && `Tracking number: ${number}`, link && `Tracking: ${link}`]
  outbox.put({
    kind: 'shipment',
    order,
    to,
    subject: values.get('email_subject') || `Shipment for your order ${order}`,
    text: lines
      .filter(Boolean)
      .map((line) => `${line}\n`)
      .join(''),
  })
}

const effects: Readonly<Record<string, Effect>> = { ship_all: shipAll, archive, send_email: mail }

/** Applies the flags of a posted shipment, once for each POST that sets them. */
export const shipmentWritten: Effect = (context, written, statusMail) => {
  const { values } = written
  const order = context.statements.cell(`SELECT order_number FROM "Shipments" WHERE ${rowId} = ?`, [written.row])
  const whole = { ...written, values: new Map(values).set('order_number', String(order ?? '')) }
  for (const [flag, effect] of Object.entries(effects)) if (values.get(flag) === 'true') effect(context, whole, statusMail)
}
