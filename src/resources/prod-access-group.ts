import { defineResource } from './resource.ts'

/** platform.md, "ProdAccessGroup". No key is shown: assumptions.md W12. */
export const prodAccessGroup = defineResource({
  name: 'ProdAccessGroup',
  node: 'ProdAccessGroup',
  aliases: [],
  doc: 'A customer group that is allowed to access a product.',
  key: null,
  identity: 'none',
  natural: ['sku', 'group_code'],
  removal: 'assumed',
  fields: {
    sku: { kind: 'text', required: true, refersTo: ['Product'], doc: 'Product sku.' },
    group_code: { kind: 'text', required: true, refersTo: ['UserGroups'], doc: 'Customer group allowed to access the sku.' },
  },
})
