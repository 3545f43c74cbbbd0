import { defineResource } from './resource.ts'

/** platform.md, "ShipmentLines". */
export const shipmentLines = defineResource({
  name: 'ShipmentLines',
  node: 'ShipmentLines',
  aliases: [],
  doc: 'How much of an order line is in a shipment.',
  noun: { one: 'shipment line', many: 'shipment lines' },
  key: 'code',
  identity: 'assigned',
  natural: ['code'],
  removal: 'never',
  fields: {
    code: { kind: 'integer', owner: 'store', doc: 'Auto-incrementing integer.' },
    shipment_code: { kind: 'integer', required: true, refersTo: ['Shipments'], doc: 'Code of the Shipment.' },
    orderline_code: { kind: 'text', required: true, refersTo: ['Orderlines'], doc: 'Code of the Orderline being shipped.' },
    qty: { kind: 'integer', doc: "How many of the line's sku are in the shipment." },
  },
})
