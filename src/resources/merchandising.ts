import { defineResource } from './resource.ts'

/** platform.md, "Merchandising". */
export const merchandising = defineResource({
  name: 'Merchandising',
  node: 'Merchandising',
  aliases: [],
  doc: 'Discount, label and promotion of a product.',
  noun: { one: 'promotion', many: 'promotions' },
  key: 'sku',
  identity: 'own',
  natural: ['sku'],
  removal: 'never',
  skuField: 'sku',
  stage: 'merchandising',
  addressKind: 'merchandising',
  authored: { within: 'Product', key: 'merchandising', entry: null },
  fields: {
    sku: { kind: 'text', required: true, refersTo: ['Product'], doc: 'Product sku.' },
    discount: { kind: 'text', doc: 'A percentage such as 10% or an amount such as 10.' },
    featured: { kind: 'text', doc: 'Feature label for product cards.' },
    timed_promotion: { kind: 'flag', doc: 'True: the promotion applies only to a date range.' },
    start_date: { kind: 'timestamp', doc: 'Start of a timed promotion.' },
    end_date: { kind: 'timestamp', doc: 'End of a timed promotion.' },
  },
})
