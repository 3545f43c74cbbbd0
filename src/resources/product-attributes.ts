import { defineResource } from './resource.ts'

/** platform.md, "ProductAttributes". No key is shown: assumptions.md W13. */
export const productAttributes = defineResource({
  name: 'ProductAttributes',
  node: 'ProductAttributes',
  aliases: [],
  doc: 'A labelled property of a product, shown in a grid and used for filtering.',
  noun: { one: 'attribute', many: 'attributes' },
  key: null,
  identity: 'none',
  natural: ['sku', 'label'],
  removal: 'assumed',
  upsertBy: 'attributes',
  orderField: 'sort',
  skuField: 'sku',
  stage: 'attributes',
  addressKind: 'attribute',
  authored: { within: 'Product', key: 'attributes', entry: 'label' },
  fields: {
    sku: { kind: 'text', required: true, refersTo: ['Product'], doc: 'Product sku.' },
    label: { kind: 'text', required: true, doc: 'Attribute label.' },
    value: { kind: 'text', doc: 'Attribute value.' },
    sort: { kind: 'integer', doc: 'Output order on the product page.' },
  },
})
