import { defineResource } from './resource.ts'
import { customData } from './shared-fields.ts'

/** platform.md, "Orderline". */
export const orderlines = defineResource({
  name: 'Orderlines',
  node: 'Orderline',
  aliases: ['Orderline'],
  doc: 'One line of an order.',
  noun: { one: 'order line', many: 'order lines' },
  key: 'code',
  identity: 'assigned',
  natural: ['code'],
  removal: 'never',
  fields: {
    code: { kind: 'text', owner: 'store', doc: '<order_number>-<increment>.' },
    order_number: { kind: 'integer', required: true, refersTo: ['Order'], doc: 'Key of the Order.' },
    sku: { kind: 'text', refersTo: ['Product', 'Variants'], doc: 'Product sku or Variant code purchased.' },
    description: { kind: 'text', doc: 'Product title at the time of the order.' },
    price: { kind: 'text', doc: 'Currency-formatted unit price.' },
    quantity: { kind: 'integer', doc: 'Quantity purchased.' },
    subtotal: { kind: 'text', doc: 'Currency-formatted subtotal.' },
    subtotal_numeric: { kind: 'decimal', doc: 'Subtotal.' },
    subtotal_converted_default_currency: { kind: 'decimal', doc: 'Subtotal at the rate when the order was placed.' },
    total_weight: { kind: 'decimal', doc: 'Total weight of the line.' },
    status: { kind: 'text', doc: 'Status of the line (allows partial shipping).' },
    options: { kind: 'text', doc: 'Option values chosen, or the variant description.' },
    update_date: { kind: 'timestamp', owner: 'store', doc: 'When the line was last updated.' },
    ...customData,
  },
})
