import { defineResource } from './resource.ts'

/** platform.md names VariantOptions and counts its rows, but shows no field: assumptions.md W40. */
export const variantOptions = defineResource({
  name: 'VariantOptions',
  node: 'VariantOptions',
  aliases: [],
  doc: 'Connects a variant to the value that it has of one option.',
  noun: { one: 'variant option', many: 'variant options' },
  key: 'code',
  identity: 'assigned',
  natural: ['variant_code', 'o_group'],
  removal: 'assumed',
  assumed: 'W40',
  skuField: 'variant_code',
  stage: 'variant options',
  addressKind: 'option',
  authored: { within: 'Variants', key: 'options', entry: 'o_group' },
  fields: {
    code: { kind: 'text', owner: 'store', assumed: 'W40', doc: 'Assigned by the store.' },
    sku: { kind: 'text', required: true, refersTo: ['Product'], assumed: 'W40', doc: 'Product sku.' },
    variant_code: { kind: 'text', required: true, refersTo: ['Variants'], assumed: 'W40', doc: 'Code of the variant.' },
    o_group: { kind: 'text', required: true, assumed: 'W40', authored: 'option', doc: 'Underlying name of the option.' },
    o_value: { kind: 'text', required: true, assumed: 'W40', authored: 'value', doc: 'Value of the option that the variant has.' },
  },
})
