import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, addressOf, fileAddress, formatAddress, numberedAddress, parseAddress } from '../../../src/records/address.ts'
import { addressParts } from '../../../src/records/address-parts.ts'
import { resources } from '../../../src/resources/registry.ts'

test('addresses name a record as people do', () => {
  const addresses = [
    addressOf('UserGroups', { code: 'dealer' }),
    addressOf('Cat', { code: 'tees' }),
    addressOf('CatParent', { cat_code: 'tees', parent_code: 'sale' }),
    addressOf('Product', { sku: 'TEE-CLASSIC', title: 'Tee' }),
    addressOf('ProdCat', { sku: 'TEE-CLASSIC', cat_code: 'tees', sort: '10' }),
    addressOf('ProductAttributes', { sku: 'TEE-CLASSIC', label: 'Material', value: 'Cotton' }),
    addressOf('ProdAccessGroup', { sku: 'TEE-CLASSIC', group_code: 'dealer' }),
    addressOf('ExtraImages', { code: 'X-001', sku: 'TEE-CLASSIC', image: 'tee-back.jpg' }),
    addressOf('Options', { code: 'TEE-size', sku: 'TEE-CLASSIC', o_group: 'size' }),
    addressOf('Variants', { code: 'TEE-s-red', sku: 'TEE-CLASSIC' }),
    addressOf('VariantOptions', { variant_code: 'TEE-s-red', o_group: 'size' }),
    addressOf('PricingAdvanced', { sku: 'TEE-CLASSIC', group_code: 'dealer', start: '0' }),
    addressOf('Inventory', { sku: 'TEE-s-red' }),
    addressOf('Merchandising', { sku: 'TEE-CLASSIC' }),
    addressOf('Webhooks', { name: 'NewOrder', url: 'https://erp.example/hooks' }),
    fileAddress('images/items/a.jpg'),
    formatAddress({ resource: 'Product', key: { sku: 'TEE-CLASSIC' }, field: 'title', row: 1 }),
    numberedAddress(addressOf('ProductAttributes', { sku: 'TEE-CLASSIC', label: 'Material' }), 2),
  ]

  expect(addresses).toEqual([
    'group.dealer',
    'category.tees',
    'category.tees/parent.sale',
    'product.TEE-CLASSIC',
    'product.TEE-CLASSIC/category.tees',
    'product.TEE-CLASSIC/attribute.Material',
    'product.TEE-CLASSIC/access.dealer',
    'product.TEE-CLASSIC/extra-image.tee-back.jpg',
    'product.TEE-CLASSIC/option.size',
    'variant.TEE-s-red',
    'variant.TEE-s-red/option.size',
    'grid.TEE-CLASSIC',
    'inventory.TEE-s-red',
    'merchandising.TEE-CLASSIC',
    'webhook.NewOrder/url.https%3A%2F%2Ferp.example%2Fhooks',
    'file.images/items/a.jpg',
    'product.TEE-CLASSIC.title',
    'product.TEE-CLASSIC/attribute.Material:2',
  ])
})

test('a key is encoded where a shell or the grammar would read it, and the same everywhere', () => {
  const keys = [
    'A/B',
    'a%2Fb',
    'half & half',
    'a:2',
    'Gr\u00F6\u00DFe',
    'a\u00A0b',
    'Men\u2019s',
    'M6.5',
    'M6.title',
    'meta.meta_x',
    '\u{1F455}',
    '1+1=2@x',
  ]

  const addresses = keys.map((sku) => [addressOf('Product', { sku }), addressOf('ProdCat', { sku, cat_code: 'c' })])

  const encoded = [
    'A%2FB',
    'a%252Fb',
    'half%20%26%20half',
    'a%3A2',
    'Gr\u00F6\u00DFe',
    'a%C2%A0b',
    'Men%E2%80%99s',
    'M6.5',
    'M6%2Etitle',
    'meta%2Emeta_x',
  ].concat(['\u{1F455}', '1+1%3D2@x'])
  expect(addresses).toEqual(encoded.map((key) => [`product.${key}`, `product.${key}/category.c`]))
})

const addressed = resources.filter(({ name }) => addressParts(name).length > 0)
const keys = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('.', '/', '%', ':', '2', 'F', '#', '>', 'title', 'value', 'meta_a', ' ', '\n', "'", '\u2019', 'x') }),
)
const anyAddress: fc.Arbitrary<Address> = fc.oneof(
  keys.map((path): Address => ({ resource: 'File', path })),
  fc.constantFrom(...addressed).chain(({ name, fields }) => {
    const key = fc.record(Object.fromEntries(addressParts(name).map(({ keyField }) => [keyField, keys])))
    const field = fc.constantFrom(null, ...Object.keys(fields))
    return fc.record({ resource: fc.constant(name), key, field, row: fc.integer({ min: 1, max: 999 }) })
  }),
)

test('parseAddress is the inverse of formatAddress', () => {
  expect(addressed.length).toBe(15)
  fc.assert(
    fc.property(anyAddress, (address) => {
      expect(parseAddress(formatAddress(address))).toEqual(address)
    }),
    { numRuns: 2000 },
  )
})

test('any text is read leniently: what it means has one address', () => {
  fc.assert(
    fc.property(fc.constantFrom('product.', 'variant.a/option.', 'file.', '', 'grid.x:'), keys, (start, rest) => {
      const read = parseAddress(`${start}${rest}`)

      expect(read && parseAddress(formatAddress(read))).toEqual(read)
    }),
  )
  expect(['product.half & half', 'product.50%', 'product.a%2fb'].map((text) => parseAddress(text))).toEqual(
    ['half & half', '50%', 'a/b'].map((sku) => ({ resource: 'Product', key: { sku }, field: null, row: 1 })),
  )
  expect(['', 'TEE', 'product', 'attribute.TEE', 'product.TEE/', 'product.TEE/title', 'option.TEE>size'].map(parseAddress)).toEqual(
    Array(7).fill(undefined),
  )
})

test('bash passes any address on as it is, without quotes', () => {
  const addresses = fc.sample(anyAddress, { numRuns: 2000, seed: 1 }).map(formatAddress)

  const passed = execFileSync('bash', ['-O', 'extglob', '-O', 'failglob', '-c', `printf '%s\\n' ${addresses.join(' ')}`], {
    encoding: 'utf8',
  })

  expect(passed.split('\n').slice(0, -1)).toEqual(addresses)
})
