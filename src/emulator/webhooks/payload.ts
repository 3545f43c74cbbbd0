import type { Fields } from '../../resources/resource.ts'
import type { Switches } from '../assumptions.ts'

/** Something that happened to an order. */
export interface StoreEvent {
  /** In PascalCase, as subscriptions name it. */
  readonly name: string
  /** A few fields of the order; `order_number` among them. */
  readonly order: Fields
}

/** The JSON of a notification; platform.md does not show its fields (assumptions.md H2). */
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
