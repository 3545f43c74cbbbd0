import { defineResource } from './resource.ts'

/** platform.md names Shipping as what Order.shipmode refers to; its fields are not shown: assumptions.md R39. */
export const shipping = defineResource({
  name: 'Shipping',
  node: 'Shipping',
  aliases: [],
  doc: 'A shipping method.',
  noun: { one: 'shipping method', many: 'shipping methods' },
  key: 'code',
  identity: 'own',
  natural: ['code'],
  removal: 'never',
  assumed: 'R39',
  fields: {
    code: { kind: 'text', assumed: 'R39', doc: 'Code of the shipping method.' },
    title: { kind: 'text', assumed: 'R39', doc: 'Title of the shipping method.' },
  },
})
