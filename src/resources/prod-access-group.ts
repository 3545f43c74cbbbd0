import { defineResource } from './resource.ts'

/** platform.md, "ProdAccessGroup". No key is shown: assumptions.md W12. */
export const prodAccessGroup = defineResource({
  name: 'ProdAccessGroup',
  node: 'ProdAccessGroup',
  aliases: [],
  doc: 'A customer group that is allowed to access a product.',
  noun: { one: 'access rule', many: 'access rules' },
  key: null,
  identity: 'none',
  natural: ['sku', 'group_code'],
  removal: 'assumed',
  upsertBy: 'links',
  skuField: 'sku',
  stage: 'access',
  addressKind: 'access',
  authored: { within: 'Product', key: 'access', entry: 'group_code' },
  fields: {
    sku: { kind: 'text', required: true, refersTo: ['Product'], doc: 'Product sku.' },
    group_code: {
      kind: 'text',
      required: true,
      refersTo: ['UserGroups'],
      authored: 'group',
      doc: 'Customer group allowed to access the sku.',
    },
  },
})
