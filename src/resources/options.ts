import { defineResource } from './resource.ts'

/** platform.md, "Options". */
export const options = defineResource({
  name: 'Options',
  node: 'Options',
  aliases: [],
  doc: 'A choice on a product page, such as size or colour.',
  noun: { one: 'option', many: 'options' },
  key: 'code',
  identity: 'own',
  natural: ['sku', 'o_group'],
  removal: 'assumed',
  orderField: 'o_sort',
  skuField: 'sku',
  stage: 'options',
  addressKind: 'option',
  authored: { within: 'Product', key: 'options', entry: 'o_group' },
  fields: {
    code: { kind: 'text', required: true, maxLength: 64, doc: 'Any unique string, at most 64 characters.' },
    sku: { kind: 'text', required: true, refersTo: ['Product'], doc: 'Product sku.' },
    o_group: { kind: 'text', authored: 'option', doc: 'Underlying name or code of the option, saved against the orderline.' },
    o_label: { kind: 'text', authored: 'label', doc: 'Label shown when rendering.' },
    o_value: { kind: 'text', authored: 'values', pairs: true, doc: 'Comma-separated list of <value>=<label>.' },
    o_widget: {
      kind: 'choice',
      values: ['select', 'breaking_radio_preselect'],
      authored: 'widget',
      doc: 'Rendering: a drop-down or radio buttons.',
    },
    price: {
      kind: 'text',
      authored: 'adjust',
      pairs: true,
      doc: 'Simple options only: comma-separated list of <value>=<adjustment>, integers.',
    },
    o_sort: { kind: 'integer', authored: 'sort', doc: 'Display order when a sku has several options.' },
  },
})
