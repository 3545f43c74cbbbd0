import { defineResource } from './resource.ts'

/** platform.md, "ExtraImages". */
export const extraImages = defineResource({
  name: 'ExtraImages',
  node: 'ExtraImages',
  aliases: [],
  doc: 'An additional picture of a product.',
  noun: { one: 'extra image', many: 'extra images' },
  key: 'code',
  identity: 'own',
  natural: ['sku', 'image'],
  removal: 'assumed',
  skuField: 'sku',
  stage: 'extra images',
  addressKind: 'extra-image',
  authored: { within: 'Product', key: 'extra_images', entry: 'image' },
  fields: {
    code: { kind: 'text', required: true, maxLength: 25, doc: 'Any unique string, at most 25 characters.' },
    sku: { kind: 'text', required: true, refersTo: ['Product'], doc: 'Product sku.' },
    image: { kind: 'file', folder: 'images/items', doc: 'File name of the full-size image in images/items/.' },
    thumbnail: { kind: 'file', folder: 'images/thumb', doc: 'File name of the thumbnail in images/thumb/.' },
  },
})
