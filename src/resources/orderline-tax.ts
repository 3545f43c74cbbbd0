import { defineResource } from './resource.ts'

/** platform.md, "OrderlineTax". */
export const orderlineTax = defineResource({
  name: 'OrderlineTax',
  node: 'OrderlineTax',
  aliases: [],
  doc: 'Tax of an order.',
  noun: { one: 'order line tax', many: 'order line taxes' },
  key: 'code',
  identity: 'assigned',
  natural: ['code'],
  removal: 'never',
  fields: {
    code: { kind: 'integer', owner: 'store', doc: 'Auto-incrementing integer.' },
    order_number: { kind: 'integer', required: true, refersTo: ['Order'], doc: 'The Order.' },
    tax_code: { kind: 'text', doc: 'Tax area or code that selected the rate.' },
    rate: { kind: 'text', doc: 'A percentage such as 25%.' },
    price: { kind: 'decimal', doc: 'Tax amount applied.' },
    tax_incl: { kind: 'flag', doc: 'Whether lines and subtotal already included tax.' },
    tax_shipping: { kind: 'flag', doc: 'Whether shipping was included in the calculation.' },
  },
})
