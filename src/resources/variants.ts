import { defineResource } from './resource.ts'
import { customData } from './shared-fields.ts'

/** platform.md, "Variants". */
export const variants = defineResource({
  name: 'Variants',
  node: 'Variant',
  aliases: ['Variant'],
  doc: 'A variation or subproduct of a product, with a code, price and stock of its own.',
  noun: { one: 'variant', many: 'variants' },
  key: 'code',
  identity: 'own',
  natural: ['code'],
  removal: 'assumed',
  orderField: 'sort',
  skuField: 'code',
  stage: 'variants',
  addressKind: 'variant',
  authored: { within: 'Product', key: 'variants', entry: 'code' },
  fields: {
    code: { kind: 'text', required: true, doc: 'Unique product or variation code, usually the SKU of the physical item.' },
    sku: { kind: 'text', required: true, refersTo: ['Product'], doc: 'Product sku.' },
    price: { kind: 'decimal', doc: 'Variation price.' },
    advanced_pricing: { kind: 'flag', doc: 'True: PricingAdvanced rules replace price.' },
    image: { kind: 'file', folder: 'images/items', doc: 'The product image switches to it when the option is chosen.' },
    description: { kind: 'text', doc: 'Short title.' },
    weight: { kind: 'decimal', doc: 'Shipping calculations.' },
    volume: { kind: 'decimal', doc: 'Shipping calculations.' },
    sort: { kind: 'integer', doc: 'Display order for subproducts.' },
    external_id: { kind: 'text', doc: 'Code in another system.' },
    ...customData,
  },
})
