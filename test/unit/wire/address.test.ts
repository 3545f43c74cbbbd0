import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRecordId, listPath, parseAddress, parseRecordId, recordPath, schemaPath, writePath } from '../../../src/wire/address.ts'

test.each([
  ['/API/V3/Product', { kind: 'list', spec: 'Product' }],
  ['/API/V3/Product/', { kind: 'list', spec: 'Product' }],
  ['/API/V3/Product+(Variant+AdvancedPricing)/', { kind: 'list', spec: 'Product+(Variant+AdvancedPricing)' }],
  ['/API/V3/Product%2B%28Variant%2BAdvancedPricing%29', { kind: 'list', spec: 'Product+(Variant+AdvancedPricing)' }],
  ['/API/V3/Product/A%2F1%25+%C3%B8', { kind: 'record', spec: 'Product', key: 'A/1%+ø' }],
  ['/API/V3/Order+Orderline/10042/', { kind: 'record', spec: 'Order+Orderline', key: '10042' }],
  ['/API/V3/Product/page.xsd', { kind: 'record', spec: 'Product', key: 'page.xsd' }],
  ['/API/V3/VariantOptions.xsd', { kind: 'schema', spec: 'VariantOptions' }],
  ['/API/V3/Product%2BInventory.xsd', { kind: 'schema', spec: 'Product+Inventory' }],
])('%s', (path, seen) => {
  const address = parseAddress(path)

  expect(address).toEqual(seen)
})

test.each([
  '/',
  '/API/V3',
  '/API/V3/',
  '/api/v3/Product',
  '/API/V2/Product',
  '/API/V3/Product/A/B',
  '/API/V3/Product//',
  '/API/V3/%E0%A4',
  '/API/V3/Product/%',
])('%s is not an address', (path) => {
  const address = parseAddress(path)

  expect(address).toBeNull()
})

test('paths are written as platform.md shows them', () => {
  const paths = [listPath('Product+Inventory'), writePath('Shipments+ShipmentLines'), recordPath('Product', 'A/1 ø'), schemaPath('Product')]

  expect(paths).toEqual([
    '/API/V3/Product+Inventory/',
    '/API/V3/Shipments+ShipmentLines',
    '/API/V3/Product/A%2F1%20%C3%B8',
    '/API/V3/Product.xsd',
  ])
})

test('every key survives its path and its id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
      expect(parseAddress(recordPath('Product', key))).toEqual({ kind: 'record', spec: 'Product', key })
      expect(parseRecordId(formatRecordId('Product', key))).toEqual({ kind: 'Product', key })
    }),
  )
})

test('an id of another form is not parsed', () => {
  const ids = ['Product::A', 'Model::Product', 'model::Product::A'].map(parseRecordId)

  expect(ids).toEqual([null, null, null])
})
