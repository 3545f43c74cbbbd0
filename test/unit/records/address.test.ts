import { expect, test } from 'vitest'
import { addressOf, fileAddress } from '../../../src/records/address.ts'

test('addresses name a record as people do', () => {
  const addresses = [
    addressOf('Product', { sku: 'TEE-CLASSIC', title: 'Tee' }),
    addressOf('CatParent', { cat_code: 'tees', parent_code: 'sale' }),
    addressOf('PricingAdvanced', { sku: 'TEE-CLASSIC', start: '0' }),
    addressOf('VariantOptions', { variant_code: 'TEE-s-red', o_group: 'size' }),
    fileAddress('images/items/a.jpg'),
  ]

  expect(addresses).toEqual([
    'product.TEE-CLASSIC',
    'category-place.tees>sale',
    'grid.TEE-CLASSIC',
    'variant-option.TEE-s-red>size',
    'file.images/items/a.jpg',
  ])
})

test('no two keys share an address, whatever characters they contain', () => {
  const addresses = [
    addressOf('ProdCat', { sku: 'a>b', cat_code: 'c' }),
    addressOf('ProdCat', { sku: 'a', cat_code: 'b>c' }),
    addressOf('ProdCat', { sku: 'a%3Eb', cat_code: 'c' }),
    addressOf('Product', { sku: 'a#2' }),
  ]

  expect(addresses).toEqual(['product-place.a%3Eb>c', 'product-place.a>b%3Ec', 'product-place.a%253Eb>c', 'product.a%232'])
})
