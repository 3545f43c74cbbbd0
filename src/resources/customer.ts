import { defineResource } from './resource.ts'
import { billingAddress, customData, shippingAddress } from './shared-fields.ts'

/** platform.md, "Customer" (singular). */
export const customer = defineResource({
  name: 'Customer',
  node: 'Customer',
  aliases: [],
  doc: 'A customer of the shop.',
  noun: { one: 'customer', many: 'customers' },
  key: 'username',
  identity: 'own',
  natural: ['username'],
  removal: 'assumed',
  hiddenBy: 'inactive',
  fields: {
    username: { kind: 'text', required: true, doc: 'Primary key.' },
    password: { kind: 'text', secret: 'all', doc: 'Stored hashed automatically; reads return the hash.' },
    email: { kind: 'text', doc: 'Email address.' },
    phone_day: { kind: 'text', doc: 'Main phone number.' },
    phone_night: { kind: 'text', doc: 'Alternative phone number.' },
    ...billingAddress,
    ...shippingAddress,
    inactive: { kind: 'flag', doc: 'Whether the customer is inactive.' },
    discount: { kind: 'integer', doc: 'Percentage discount (20 means 20%).' },
    no_email: { kind: 'flag', doc: 'True: unsubscribed from all unsolicited communications.' },
    mv_shipmode: { kind: 'text', refersTo: ['Shipping'], doc: 'Preferred shipping mode.' },
    ...customData,
  },
})
