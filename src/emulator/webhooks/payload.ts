import type { Fields } from '../../resources/resource.ts'
import type { Switches } from '../assumptions/switches.ts'

/** An event of an order. */
export interface StoreEvent {
  /** In PascalCase, as in subscriptions. */
  readonly name: string
  /** Some fields of the order, including `order_number`. */
  readonly order: Fields
}

/** The JSON of a notification; platform.md does not show its fields (docs/assumptions.md H2). */
export function payloadOf({ name, order }: StoreEvent, { webhookPayload }: Switches): string {
  const number = order['order_number'] ?? ''
  switch (webhookPayload) {
    case 'event':
      return JSON.stringify({ event: name, order_number: number, order })
    case 'flat':
      return JSON.stringify({ ...order, event: name, order_number: Number(number) })
    case 'number':
      return JSON.stringify({ order_number: number })
    default:
      return webhookPayload satisfies never
  }
}
