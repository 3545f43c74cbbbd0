import { defineResource } from './resource.ts'

/** platform.md, "OrderlineDiscounts". */
export const orderlineDiscounts = defineResource({
  name: 'OrderlineDiscounts',
  node: 'OrderlineDiscounts',
  aliases: [],
  doc: 'A discount on a line, or on the order as a whole.',
  noun: { one: 'order line discount', many: 'order line discounts' },
  key: 'code',
  identity: 'assigned',
  natural: ['code'],
  removal: 'never',
  fields: {
    code: { kind: 'integer', owner: 'store', doc: 'Auto-incrementing integer.' },
    orderline_code: { kind: 'text', refersTo: ['Orderlines'], doc: 'Code of the Orderline, or TOTAL_COST or ENTIRE_ORDER.' },
    order_number: { kind: 'integer', required: true, refersTo: ['Order'], doc: 'The Order.' },
    discount_type: { kind: 'choice', values: ['userdb', 'merchandising', 'coupon'], doc: 'Where the discount comes from.' },
    discount_description: { kind: 'text', doc: 'Plain text description.' },
    discount_amount_numeric: { kind: 'decimal', doc: 'Set when the discount is an amount.' },
    discount_percentage: { kind: 'integer', doc: 'Set when the discount is a percentage (50 means 50%).' },
    price_original_numeric: { kind: 'decimal', doc: 'Undiscounted price.' },
    price_discounted_numeric: { kind: 'decimal', doc: 'Discounted price.' },
    discount_amount_converted_default_currency: { kind: 'decimal', doc: 'Amount in the default currency.' },
    price_original_converted_default_currency: { kind: 'decimal', doc: 'Original price in the default currency.' },
    price_discounted_converted_default_currency: { kind: 'decimal', doc: 'Discounted price in the default currency.' },
  },
})
