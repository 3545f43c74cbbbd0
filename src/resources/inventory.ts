import { defineResource } from './resource.ts'

/** platform.md, "Inventory". */
export const inventory = defineResource({
  name: 'Inventory',
  node: 'Inventory',
  aliases: [],
  doc: 'Stock of a product or variant.',
  noun: { one: 'stock record', many: 'stock records' },
  key: 'sku',
  identity: 'own',
  natural: ['sku'],
  removal: 'never',
  external: true,
  skuField: 'sku',
  stage: 'inventory',
  addressKind: 'inventory',
  authored: { within: 'Product', key: 'inventory', entry: null },
  fields: {
    sku: { kind: 'text', required: true, refersTo: ['Product', 'Variants'], doc: 'Product sku or Variant code.' },
    quantity: { kind: 'integer', doc: 'Stock on hand.' },
    stock_message: { kind: 'text', doc: 'Custom message shown when out of stock.' },
  },
})
