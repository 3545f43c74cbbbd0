import { defineResource } from './resource.ts'

/** platform.md, "ProdCat". No key is shown: assumptions.md W12. */
export const prodCat = defineResource({
  name: 'ProdCat',
  node: 'ProdCat',
  aliases: [],
  doc: 'The place of a product in a category.',
  noun: { one: 'product place', many: 'product places' },
  key: null,
  identity: 'none',
  natural: ['sku', 'cat_code'],
  removal: 'assumed',
  upsertBy: 'links',
  skuField: 'sku',
  stage: 'product places',
  addressKind: 'category',
  authored: { within: 'Product', key: 'categories', entry: 'cat_code' },
  fields: {
    sku: { kind: 'text', required: true, refersTo: ['Product'], doc: 'Product sku.' },
    cat_code: { kind: 'text', required: true, refersTo: ['Cat'], authored: 'category', doc: 'Category code.' },
    sort: { kind: 'integer', doc: 'Position of the product on the category page.' },
  },
})
