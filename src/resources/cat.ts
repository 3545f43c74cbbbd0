import { defineResource } from './resource.ts'

/** platform.md, "Cat". */
export const cat = defineResource({
  name: 'Cat',
  node: 'Cat',
  aliases: [],
  doc: 'A category.',
  noun: { one: 'category', many: 'categories' },
  key: 'code',
  identity: 'own',
  natural: ['code'],
  removal: 'assumed',
  hiddenBy: 'hide',
  metaFields: true,
  titleField: 'name',
  slugField: 'slug',
  stage: 'categories',
  addressKind: 'category',
  authored: { section: 'categories' },
  fields: {
    code: { kind: 'text', required: true, maxLength: 64, doc: 'Unique string, at most 64 characters.' },
    name: { kind: 'text', doc: 'Category name.' },
    header_image: { kind: 'file', folder: 'images/originals', doc: 'Header or background image in images/originals/.' },
    image: { kind: 'file', folder: 'images/items', doc: 'Image beside the description or in menus, in images/items/.' },
    description: { kind: 'text', doc: 'Optional description.' },
    slug: { kind: 'text', doc: 'Website permalink: {base_url}/<slug>.' },
    url_override: { kind: 'text', deprecated: true, doc: 'Deprecated and ignored; slug applies.' },
    hide: { kind: 'flag', doc: 'True hides the category from navigation.' },
  },
})
