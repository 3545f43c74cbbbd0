import { defineResource } from './resource.ts'

/** platform.md, "PricingAdvanced". A POST without `uid` always inserts: duplicates are possible. */
export const pricingAdvanced = defineResource({
  name: 'PricingAdvanced',
  node: 'PricingAdvanced',
  aliases: ['AdvancedPricing'],
  doc: 'One price entry of a sku: a quantity break for a customer group, in one currency or in all.',
  noun: { one: 'price entry', many: 'price entries' },
  key: 'uid',
  identity: 'assigned',
  natural: ['sku', 'group_code', 'currency_code', 'start', 'end'],
  removal: 'shown-of-sku',
  skuField: 'sku',
  stage: 'grids',
  addressKind: 'grid',
  authored: { within: 'Product', key: 'pricing', entry: null },
  fields: {
    uid: { kind: 'text', owner: 'store', doc: 'Identifier that the store gave the entry; present in a POST, the entry is updated.' },
    sku: { kind: 'text', required: true, refersTo: ['Product', 'Variants'], doc: 'Product sku or Variant code.' },
    start: { kind: 'integer', required: true, default: '0', doc: 'First quantity of the break.' },
    end: { kind: 'integer', required: true, default: '9999999', doc: 'Last quantity of the break; 9999999 means infinity.' },
    price: { kind: 'decimal', required: true, doc: 'Price charged.' },
    group_code: {
      kind: 'text',
      refersTo: ['UserGroups'],
      authored: 'group',
      doc: 'Customer group; empty is the default price for everybody else.',
    },
    currency_code: { kind: 'text', authored: 'currency', doc: 'Set only to force a price in this currency.' },
  },
})
