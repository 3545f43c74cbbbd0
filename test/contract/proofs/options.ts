import { expect } from 'vitest'
import { node, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'
import { inPounds, priceOfTee, shopPage } from '../shop-page.ts'

const size = node('Options', {
  code: 'TEE-size',
  sku: 'TEE',
  o_group: 'size',
  o_label: 'Size',
  o_value: 's=Small,m=Medium',
  o_widget: 'select',
})

function variant(value: string, ...more: string[]): string {
  return node(
    'Variants',
    { code: `TEE-${value}`, price: 20, advanced_pricing: String(more.length > 1), image: `${value}.jpg` },
    node('VariantOptions', { sku: 'TEE', o_group: 'size', o_value: value }),
    ...more,
  )
}

function option(group: string, widget: string, sort: number): string {
  return node('Options', { code: group, o_group: group, o_label: `The ${group}`, o_value: 'a=A,b=B', o_widget: widget, o_sort: sort })
}

/** platform.md, "Options" and "Variants": the three kinds of options. */
export const optionProofs: readonly Proof[] = [
  writes(
    'Simple options: every option is on the page, one sku, and a value may adjust the price',
    ['Simple | Simple | not applicable', 'Product.option_type', 'Options.price', 'Options.o_label', 'Options.o_value', 'Options.o_group'],
    async (store) => {
      const glaze = node('Options', {
        code: 'TEE-glaze',
        o_group: 'glaze',
        o_label: 'Glaze',
        o_value: 'plain=Plain,gold=Gold rim',
        price: 'gold=3',
      })
      await store.post('Product+Options', node('Product', { sku: 'TEE', title: 'Tee', price: 20, option_type: 'Simple' }, size, glaze))

      const text = await shopPage(store, '/product/TEE')

      expect(['Size', 'Small', 'Medium', 'Glaze', 'Plain', 'Gold rim'].filter((part) => !text.includes(part))).toEqual([])
      expect([await priceOfTee(store, '?option.glaze=plain'), await priceOfTee(store, '?option.glaze=gold')]).toEqual(['£20.00', '£23.00'])
    },
    inPounds,
  ),
  writes(
    'Advanced options: each combination maps to a variant with its own price, stock and picture',
    [
      'Advanced | Matrix | true',
      'Product.options_advanced',
      'Variants.price',
      'Variants.image',
      'Inventory and pricing (PricingAdvanced) can relate to a variant',
      'Inventory.sku',
      'Variants.advanced_pricing',
    ],
    async (store) => {
      await store.post(
        'Product+Options+(Variants+VariantOptions+Inventory+PricingAdvanced)',
        node(
          'Product',
          { sku: 'TEE', title: 'Tee', option_type: 'Matrix', options_advanced: 'true' },
          size,
          variant('s', node('Inventory', { quantity: 3 })),
          variant('m', node('Inventory', { quantity: 4 }), node('PricingAdvanced', { price: '22' })),
        ),
      )

      const small = await shopPage(store, '/product/TEE?option.size=s')
      const medium = await shopPage(store, '/product/TEE?option.size=m')

      expect([await priceOfTee(store, '?option.size=s'), await priceOfTee(store, '?option.size=m')]).toEqual(['£20.00', '£22.00'])
      expect([small.includes('3 in stock'), small.includes('s.jpg'), medium.includes('4 in stock'), medium.includes('m.jpg')]).toEqual([
        true,
        true,
        true,
        true,
      ])
    },
    { ...inPounds, keeps: ['variantOptions'] },
  ),
  writes(
    'Subproducts: the variants are grouped under the main sku and all listed, in the order of sort',
    ['Subproducts | Matrix | false', 'Variants.description', 'Variants.sort'],
    async (store) => {
      await store.post(
        'Product+Variants',
        node(
          'Product',
          { sku: 'BOLT', title: 'Bolts', option_type: 'Matrix', options_advanced: 'false' },
          node('Variants', { code: 'M8', description: 'Eight mm', price: 2, sort: 20 }),
          node('Variants', { code: 'M6', description: 'Six mm', price: 1, sort: 10 }),
        ),
      )

      expect(await shopPage(store, '/product/BOLT')).toMatch(/Choose one.*Six mm.*Eight mm/)
    },
  ),
  writes(
    'o_widget renders a drop-down or radio buttons; o_sort orders the options',
    ['Options.o_widget', 'Options.o_sort'],
    async (store) => {
      await store.post(
        'Product+Options',
        node(
          'Product',
          { sku: 'A', option_type: 'Simple' },
          option('second', 'select', 20),
          option('first', 'breaking_radio_preselect', 10),
        ),
      )

      const markup = await (await fetch(`${store.url}/product/A`, { headers: { accept: 'text/html' } })).text()

      expect(markup).toMatch(/The first.*type="radio".*The second.*<select/s)
    },
  ),
]
