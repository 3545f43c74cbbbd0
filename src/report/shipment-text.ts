import type { EarlierShipment, Shipment } from '../orders/ship/shipment.ts'
import { countOf } from '../source/counts.ts'
import { line, type Line, linesText, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** What a shipment contains, and what the store does with it; no line is wider than `width`. Ends with a newline. */
export function shipmentText({ order, lines, mailTo, record }: Shipment, theme: Theme, width: number): string {
  const { fields } = record
  const shipped = lines.filter(({ now }) => now > 0)
  const left = lines.reduce((sum, { ordered, before, now }) => sum + Math.max(0, ordered - before - now), 0)
  const parts = [fields['courier'], fields['tracking_number'], fields['tracking_link']].flatMap((part) => part ?? [])
  const effects = [
    ...(left === 0 ? ['Every line of the order is marked as shipped.'] : [`${countOf(left, 'piece')} of the order are not in it.`]),
    ...(mailTo === null ? [] : [`A mail is sent to ${mailTo}; it cannot be taken back.`]),
    ...(fields['archive'] === 'true' ? ['The order is removed from the list of pending orders.'] : []),
  ]
  const column = Math.max(0, ...shipped.map(({ code }) => widthOf(code))) + 2
  const amounts = shipped.map(({ code, sku, description, ordered, before, now }): Line => [
    span('+ ', 'added'),
    span(padEnd(sanitizeLine(code), column)),
    span(`${now} of ${ordered}  ${sanitizeLine(sku)}  ${sanitizeLine(description)}`),
    span(before === 0 ? '' : `  (${before} shipped before)`, 'faint'),
  ])
  return linesText(
    [
      line(`Shipment of order ${orderName(order)}`, 'strong'),
      ...(parts.length === 0 ? [] : [line(parts.map(sanitizeLine).join(' · '))]),
      ...amounts.flatMap((each) => wrapLine(each, width, '    ')),
      ...effects.flatMap((text) => wrapLine([span(sanitizeLine(text))], width, '')),
    ],
    theme,
    width,
  )
}

/** Why nothing is sent. Ends with a newline. */
export function earlierShipmentText({ order, shipment, reason }: EarlierShipment): string {
  const { code = '', date = '', tracking_number: tracking = '' } = shipment.fields
  const which = `${code}${date === '' ? '' : ` of ${date}`}`
  const text =
    reason === 'nothing left'
      ? `Nothing of order ${orderName(order)} is left to ship; its last shipment is ${which}.`
      : `Order ${orderName(order)} has shipment ${which} with the tracking number ${tracking} already.`
  return `${sanitizeLine(text)} Nothing was sent.\n`
}

function orderName({ fields }: EarlierShipment['order']): string {
  const person = [fields['fname'] || fields['b_fname'], fields['lname'] || fields['b_lname']].filter(Boolean).join(' ')
  const who = [person, fields['city'] || fields['b_city']].filter(Boolean).join(', ')
  return sanitizeLine(`${fields['order_number'] ?? ''}${who === '' ? '' : ` (${who})`}`)
}
