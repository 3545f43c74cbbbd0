import { defineResource } from './resource.ts'

/** platform.md, "CatParent". No key is shown: assumptions.md W12. A category may have several parents. */
export const catParent = defineResource({
  name: 'CatParent',
  node: 'CatParent',
  aliases: [],
  doc: 'The place of a category below another one.',
  noun: { one: 'category place', many: 'category places' },
  key: null,
  identity: 'none',
  natural: ['cat_code', 'parent_code'],
  removal: 'assumed',
  upsertBy: 'links',
  stage: 'category places',
  addressKind: 'parent',
  authored: { within: 'Cat', key: 'parents', entry: 'parent_code' },
  fields: {
    cat_code: { kind: 'text', required: true, refersTo: ['Cat'], doc: 'Category whose parent is defined.' },
    parent_code: {
      kind: 'text',
      required: true,
      refersTo: ['Cat'],
      authored: 'parent',
      doc: 'Parent category code; 0 makes it a top-level category.',
    },
    sort: { kind: 'integer', doc: 'Order within the parent.' },
  },
})
