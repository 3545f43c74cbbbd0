import type { RecordTree } from '../../resources/record-tree.ts'

/** What to ship of an order, as it is asked for. */
export interface ShipmentRequest {
  readonly orderNumber: string
  /** By code or sku of an order line; empty: everything that was not shipped yet. */
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly courier?: string | undefined
  readonly trackingNumber?: string | undefined
  readonly trackingLink?: string | undefined
  /** The mail to the customer; `null`: none is sent. */
  readonly mail: { readonly to?: string | undefined; readonly subject?: string | undefined } | null
  readonly notes?: string | undefined
  /** Removes the order from the list of pending orders. */
  readonly archive: boolean
}

/** A line of the order, and how much of it is shipped. */
export interface ShippedLine {
  readonly code: string
  readonly sku: string
  readonly description: string
  readonly ordered: number
  /** In earlier shipments. */
  readonly before: number
  /** In this one. */
  readonly now: number
}

/** A shipment that can be created. */
export interface Shipment {
  readonly order: RecordTree
  readonly lines: readonly ShippedLine[]
  /** The address that gets a mail; `null`: no mail is sent. */
  readonly mailTo: string | null
  /** The body of the request (platform.md, "Shipments"). */
  readonly record: RecordTree
  /** Codes of the shipments that the order has already. */
  readonly before: ReadonlySet<string>
}

/** A shipment that exists already, so that nothing is to be sent: the one with this tracking number, or the last one of an order of which nothing is left. */
export interface EarlierShipment {
  readonly order: RecordTree
  readonly shipment: RecordTree
  readonly reason: 'same tracking number' | 'nothing left'
}
